#pragma once

#include <zlib.h>

// Macros that Swift does not see: streams without a header (RFC 1951), as zip archives hold them.
static inline int CZlibBeginInflating(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }

// With a header (RFC 1950), as PNG holds them. Runs of equal bytes alone are looked for: a fifth of the time that
// the usual search takes.
static inline int CZlibBeginQuickDeflating(z_stream *stream) {
  return deflateInit2(stream, 1, Z_DEFLATED, MAX_WBITS, 8, Z_RLE);
}
