/* Parses a file with gumbo and nothing more: what reading HTML costs at least. */
#include <gumbo.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (!file) return 2;
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  char *text = malloc(size + 1);
  if (!text || fread(text, 1, size, file) != (size_t)size) return 2;
  GumboOutput *output = gumbo_parse_with_options(&kGumboDefaultOptions, text, size);
  gumbo_destroy_output(&kGumboDefaultOptions, output);
  return 0;
}
