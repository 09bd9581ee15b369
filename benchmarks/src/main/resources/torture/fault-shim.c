/*
 * Preloaded into the server by ./torture: disk faults and clock steps for one process.
 *
 * POSTRIDER_SHIM_CONTROL names a file of four 64-bit numbers, which the suite changes while the server runs.
 * POSTRIDER_SHIM_FOLDER names the folder whose files fail. Reads never fail.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct control {
  int64_t clock_step_nanos; /* added to the wall clock */
  int64_t sync_delay_nanos; /* how long each sync takes longer */
  int64_t write_error;      /* the errno of every write; 0 for none */
  int64_t frozen;           /* whether writes and syncs block */
};

static struct control none;
static volatile struct control *control = &none;
static char folder[4096];
static size_t folder_length;

#define REAL(name) \
  static __typeof__(&name) real; \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("POSTRIDER_SHIM_CONTROL");
  const char *root = getenv("POSTRIDER_SHIM_FOLDER");
  if (!path || !root || strlen(root) >= sizeof folder) return;
  int fd = syscall(SYS_openat, AT_FDCWD, path, O_RDWR);
  if (fd < 0) return;
  void *map = mmap(NULL, sizeof(struct control), PROT_READ, MAP_SHARED, fd, 0);
  close(fd);
  if (map == MAP_FAILED) return;
  strcpy(folder, root);
  folder_length = strlen(root);
  control = map;
}

static int inside(const char *path) { return folder_length && !strncmp(path, folder, folder_length); }

static int guarded(int fd) {
  char link[64], path[4096];
  if (!folder_length) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return inside(path);
}

static void sleep_nanos(int64_t nanos) {
  struct timespec rest = {nanos / 1000000000, nanos % 1000000000};
  while (nanosleep(&rest, &rest) && errno == EINTR) {
  }
}

static void wait_while_frozen(void) {
  while (control->frozen) sleep_nanos(10000000);
}

/* Whether a write to the descriptor fails; sets errno. */
static int fails(int fd) {
  if (!control->frozen && !control->write_error) return 0;
  if (!guarded(fd)) return 0;
  wait_while_frozen();
  errno = (int)control->write_error;
  return errno != 0;
}

static int path_fails(const char *path) {
  if (!inside(path)) return 0;
  wait_while_frozen();
  errno = control->write_error == EROFS ? EROFS : 0;
  return errno != 0;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  REAL(write);
  return fails(fd) ? -1 : real(fd, bytes, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
  REAL(pwrite);
  return fails(fd) ? -1 : real(fd, bytes, count, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
  REAL(pwrite64);
  return fails(fd) ? -1 : real(fd, bytes, count, at);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(writev);
  return fails(fd) ? -1 : real(fd, parts, count);
}

int ftruncate(int fd, off_t length) {
  REAL(ftruncate);
  return fails(fd) ? -1 : real(fd, length);
}

int ftruncate64(int fd, off64_t length) {
  REAL(ftruncate64);
  return fails(fd) ? -1 : real(fd, length);
}

int fallocate(int fd, int mode, off_t from, off_t length) {
  REAL(fallocate);
  return fails(fd) ? -1 : real(fd, mode, from, length);
}

int posix_fallocate(int fd, off_t from, off_t length) {
  REAL(posix_fallocate);
  return fails(fd) ? errno : real(fd, from, length);
}

static int delayed(int fd) {
  int64_t delay = control->sync_delay_nanos;
  if (delay > 0 && guarded(fd)) sleep_nanos(delay);
  return fails(fd);
}

int fsync(int fd) {
  REAL(fsync);
  return delayed(fd) ? -1 : real(fd);
}

int fdatasync(int fd) {
  REAL(fdatasync);
  return delayed(fd) ? -1 : real(fd);
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(name); \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; \
    va_end(list); \
    if (flags & (O_WRONLY | O_RDWR | O_CREAT) && path_fails(path)) return -1; \
    return real(path, flags, mode); \
  }

OPEN(open)
OPEN(open64)

int rename(const char *from, const char *to) {
  REAL(rename);
  return path_fails(to) ? -1 : real(from, to);
}

int unlink(const char *path) {
  REAL(unlink);
  return path_fails(path) ? -1 : real(path);
}

static void step(struct timespec *now) {
  int64_t nanos = now->tv_nsec + control->clock_step_nanos % 1000000000;
  now->tv_sec += control->clock_step_nanos / 1000000000;
  if (nanos < 0) {
    nanos += 1000000000;
    now->tv_sec--;
  }
  now->tv_sec += nanos / 1000000000;
  now->tv_nsec = nanos % 1000000000;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  REAL(clock_gettime);
  int result = real(clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) step(now);
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec exact;
  int result = clock_gettime(CLOCK_REALTIME, &exact);
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return result;
}

time_t time(time_t *seconds) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  if (seconds) *seconds = exact.tv_sec;
  return exact.tv_sec;
}
