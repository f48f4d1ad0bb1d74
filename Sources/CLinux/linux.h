#include <sys/xattr.h>

// unistd.h declares it for those only who ask for GNU's extensions.
int dup3(int from, int to, int flags);
