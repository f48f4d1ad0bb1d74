#pragma once

#include <png.h>

// Macros that Swift does not see.
enum {
  CPNGImageVersion = PNG_IMAGE_VERSION,
  CPNGFormatRGB = PNG_FORMAT_RGB,
  CPNGFormatRGBA = PNG_FORMAT_RGBA,
  CPNGFormatLinearRGBA = PNG_FORMAT_LINEAR_RGB_ALPHA,
  CPNGFlag16BitsAreSRGB = PNG_IMAGE_FLAG_16BIT_sRGB,
};
