/* A disk that fails when it is told to, and that tells all that is done to it.
 *
 * Preloaded before the C library; only what lies below $DISK_ROOT is watched. Python and SQLite both come through here.
 *
 *   disk_fail(mode, n)   from the n-th call on that changes the disk:
 *                        1 the disk is full, and stays so; 2 this call fails (EIO); 3 this write is cut in half
 *   disk_calls()         how many calls there have been that could have failed so
 *   disk_tell(fd)        write every change, with its bytes, to this descriptor
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NEVER, FULL, BROKEN, SHORT };
enum { ROOM = 1, ANY = 2, DATA = 4 }; /* what a call needs: room on the disk, a disk that works, and brings data */

static int mode = NEVER, telling = -1;
static long left = 0, calls = 0;
static char watched[4096];

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int below_root(const char *path) {
    const char *root = getenv("DISK_ROOT");
    size_t length = root ? strlen(root) : 0;
    return length && path && strncmp(path, root, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static int is_watched(int fd) { return fd >= 0 && fd < (int)sizeof watched && watched[fd]; }

static unsigned long inode(int fd) {
    struct stat about;
    return fstat(fd, &about) ? 0 : (unsigned long)about.st_ino;
}

static void tell(const char *kind, unsigned long ino, long at, const void *data, size_t size) {
    if (telling < 0) return;
    int kept = errno;
    char head[128];
    int length = snprintf(head, sizeof head, "%s %lu %ld %zu\n", kind, ino, at, size);
    REAL(write)(telling, head, length);
    for (size_t done = 0; done < size;) done += REAL(write)(telling, (const char *)data + done, size - done);
    errno = kept;
}

static void tell_names(const char *kind, const char *one, const char *other) {
    char both[2 * PATH_MAX];
    int length = snprintf(both, sizeof both, "%s%s%s", one, other ? "\n" : "", other ? other : "");
    tell(kind, 0, 0, both, length);
}

static void tell_sync(int fd) {
    struct stat about;
    char link[64], path[PATH_MAX + 1] = "";
    if (fstat(fd, &about) == 0 && !S_ISDIR(about.st_mode)) return tell("sync", inode(fd), 0, "", 0);
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    if (readlink(link, path, PATH_MAX) > 0) tell_names("names", path, 0);
}

/* Count a call; return how it fails, or 0. */
static int fails(int needs) {
    if ((mode == SHORT && !(needs & DATA)) || (mode == FULL && !(needs & ROOM))) return 0;
    calls++;
    if (left > 1) { left--; return 0; }
    if (left < 1) return 0;
    if (mode == FULL) { errno = ENOSPC; return FULL; }
    left = 0;
    if (mode == BROKEN) errno = EIO;
    return mode;
}

void disk_fail(int how, long n) { mode = how; left = n; calls = 0; }
long disk_calls(void) { return calls; }
void disk_tell(int fd) { telling = fd; }

static int opened(int fd, const char *path, int flags, int was) {
    if (fd >= 0 && fd < (int)sizeof watched) {
        watched[fd] = below_root(path);
        if (watched[fd] && !was && (flags & O_CREAT)) tell("create", inode(fd), 0, path, strlen(path));
        if (watched[fd] && was && (flags & O_TRUNC)) tell("cut", inode(fd), 0, "", 0);
    }
    return fd;
}

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...) {                                                                       \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode_t rights = (flags & (O_CREAT | __O_TMPFILE)) ? va_arg(more, mode_t) : 0;                                  \
        va_end(more);                                                                                                  \
        int was = access(path, F_OK) == 0;                                                                             \
        int writes = (flags & O_ACCMODE) != O_RDONLY;                                                                  \
        if (writes && below_root(path) && fails(was ? ANY : ROOM | ANY)) return -1;                                    \
        return opened(REAL(name)(path, flags, rights), path, flags, was);                                              \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                                                   \
    int name(int folder, const char *path, int flags, ...) {                                                           \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        mode_t rights = (flags & (O_CREAT | __O_TMPFILE)) ? va_arg(more, mode_t) : 0;                                  \
        va_end(more);                                                                                                  \
        int was = faccessat(folder, path, F_OK, 0) == 0;                                                               \
        int writes = (flags & O_ACCMODE) != O_RDONLY;                                                                  \
        if (writes && below_root(path) && fails(was ? ANY : ROOM | ANY)) return -1;                                    \
        return opened(REAL(name)(folder, path, flags, rights), path, flags, was);                                      \
    }
OPENAT(openat)
OPENAT(openat64)

int close(int fd) {
    if (fd >= 0 && fd < (int)sizeof watched) watched[fd] = 0;
    return REAL(close)(fd);
}

static off_t place(int fd) {
    struct stat about;
    if (fcntl(fd, F_GETFL) & O_APPEND) return fstat(fd, &about) ? 0 : about.st_size;
    return lseek(fd, 0, SEEK_CUR);
}

ssize_t write(int fd, const void *data, size_t size) {
    if (!is_watched(fd)) return REAL(write)(fd, data, size);
    int how = fails(ROOM | ANY | DATA);
    if (how == FULL || how == BROKEN) return -1;
    off_t at = place(fd);
    ssize_t done = REAL(write)(fd, data, how == SHORT && size > 1 ? size / 2 : size);
    if (done > 0) tell("write", inode(fd), at, data, done);
    return done;
}

#define PWRITE(name, offset)                                                                                           \
    ssize_t name(int fd, const void *data, size_t size, offset at) {                                                   \
        if (!is_watched(fd)) return REAL(name)(fd, data, size, at);                                                    \
        int how = fails(ROOM | ANY | DATA);                                                                            \
        if (how == FULL || how == BROKEN) return -1;                                                                   \
        ssize_t done = REAL(name)(fd, data, how == SHORT && size > 1 ? size / 2 : size, at);                           \
        if (done > 0) tell("write", inode(fd), at, data, done);                                                        \
        return done;                                                                                                   \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t writev(int fd, const struct iovec *parts, int count) {
    if (!is_watched(fd)) return REAL(writev)(fd, parts, count);
    return count ? write(fd, parts[0].iov_base, parts[0].iov_len) : 0; /* a short write, which callers go on from */
}

#define SYNC(name)                                                                                                     \
    int name(int fd) {                                                                                                 \
        if (!is_watched(fd)) return REAL(name)(fd);                                                                    \
        if (fails(ANY)) return -1;                                                                                     \
        int done = REAL(name)(fd);                                                                                     \
        if (done == 0) tell_sync(fd);                                                                                  \
        return done;                                                                                                   \
    }
SYNC(fsync)
SYNC(fdatasync)

#define CUT(name, offset)                                                                                              \
    int name(int fd, offset size) {                                                                                    \
        if (!is_watched(fd)) return REAL(name)(fd, size);                                                              \
        if (fails(ANY)) return -1;                                                                                     \
        int done = REAL(name)(fd, size);                                                                               \
        if (done == 0) tell("cut", inode(fd), size, "", 0);                                                            \
        return done;                                                                                                   \
    }
CUT(ftruncate, off_t)
CUT(ftruncate64, off64_t)

#define NAMES(name, kind)                                                                                              \
    int name(const char *one, const char *other) {                                                                     \
        if (!below_root(other)) return REAL(name)(one, other);                                                         \
        if (fails(ROOM | ANY)) return -1;                                                                              \
        int done = REAL(name)(one, other);                                                                             \
        if (done == 0) tell_names(kind, one, other);                                                                   \
        return done;                                                                                                   \
    }
NAMES(rename, "rename")
NAMES(link, "link")

#define NAME(name, kind)                                                                                               \
    int name(const char *path) {                                                                                       \
        if (!below_root(path)) return REAL(name)(path);                                                                \
        if (fails(ANY)) return -1;                                                                                     \
        int done = REAL(name)(path);                                                                                   \
        if (done == 0) tell_names(kind, path, 0);                                                                      \
        return done;                                                                                                   \
    }
NAME(unlink, "unlink")
NAME(rmdir, "rmdir")

int mkdir(const char *path, mode_t rights) {
    if (!below_root(path)) return REAL(mkdir)(path, rights);
    if (fails(ROOM | ANY)) return -1;
    int done = REAL(mkdir)(path, rights);
    if (done == 0) tell_names("mkdir", path, 0);
    return done;
}
