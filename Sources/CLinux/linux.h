#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/xattr.h>

// Declared for those only who ask for GNU's extensions. Their headers would take types with them that belong to
// Swift's module of the C library.
int dup3(int from, int to, int flags);
int posix_spawn_file_actions_addclosefrom_np(void *actions, int from);

// unistd.h as well.
long syscall(long number, ...);

// Swift cannot call prctl itself, which takes any number of arguments.
static inline int end_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal); }
static inline int open_process(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }
static inline int take_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1); }

// stdio.h as well.
int renameat2(int fromFolder, const char *from, int toFolder, const char *to, unsigned int flags);
enum { CLinuxRenameWithoutReplacing = 1 };

// fcntl.h as well.
enum { CLinuxSetPipeSize = 1031 };
// With O_DIRECTORY (open(2), O_TMPFILE).
enum { CLinuxFileWithoutName = 020000000 };
ssize_t splice(int from, void *fromOffset, int to, void *toOffset, size_t count, unsigned int flags);
ssize_t vmsplice(int pipe, const void *parts, size_t count, unsigned int flags);
enum { CLinuxNeverBlock = 2 };

// malloc.h as well.
int mallopt(int parameter, int value);
enum { CLinuxSmallestMapping = -3 };

// sys/mman.h as well.
int memfd_create(const char *name, unsigned int flags);
enum { CLinuxCloseOnExecution = 1 };
