/* Renders Markdown of GitHub's dialect with formulas as HTML by md4c, and writes it: the fastest program known for it. */
#include <md4c-html.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct output {
  char *bytes;
  size_t count, room;
};

static void append(const MD_CHAR *text, MD_SIZE count, void *user) {
  struct output *output = user;
  if (output->count + count > output->room) {
    output->room = 2 * (output->count + count);
    output->bytes = realloc(output->bytes, output->room);
    if (!output->bytes) exit(2);
  }
  memcpy(output->bytes + output->count, text, count);
  output->count += count;
}

int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (!file) return 2;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = malloc(size + 1);
  if (!text || fread(text, 1, size, file) != (size_t)size) return 2;
  struct output output = {0};
  if (md_html(text, size, append, &output, MD_DIALECT_GITHUB | MD_FLAG_LATEXMATHSPANS, 0) != 0) return 2;
  return fwrite(output.bytes, 1, output.count, stdout) != output.count;
}
