#pragma once

#include <png.h>

// Macros that Swift does not see.
enum {
  CPNGImageVersion = PNG_IMAGE_VERSION,
  CPNGFormatRGBA = PNG_FORMAT_RGBA,
};
