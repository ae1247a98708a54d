/* A process that gives up everything but thinking: no files, no network, no other
 * processes, so much memory and so much time.
 *
 * Rules are text of somebody's, perhaps a stranger's.  Nothing that they can say should
 * do harm anyway; here it could not even if something did. */
#define _GNU_SOURCE /* RLIMIT_NPROC */
#include "interp/serve/workshop.h"

#include <errno.h>
#include <stddef.h>
#include <sys/resource.h>

#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

static void limit(int what, rlim_t most)
{
  struct rlimit r = {most, most};
  setrlimit(what, &r);
}

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1 /* its shadow is larger than any limit */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

static void limit_all(int seconds, size_t bytes)
{
  limit(RLIMIT_CPU, (rlim_t)seconds);
#ifndef SANITIZED
  limit(RLIMIT_AS, bytes);
#else
  (void)bytes;
#endif
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NOFILE, 0);
  limit(RLIMIT_NPROC, 0);
}

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#ifdef __x86_64__
#define OUR_ARCH AUDIT_ARCH_X86_64
#else
#define OUR_ARCH AUDIT_ARCH_AARCH64
#endif

/* What a program needs that computes with memory and has its pipes open. */
static const int allowed[] = {
    SYS_read,
    SYS_write,
    SYS_close,
    SYS_exit,
    SYS_exit_group,
    SYS_brk,
    SYS_mmap,
    SYS_munmap,
    SYS_mremap,
    SYS_mprotect,
    SYS_madvise,
    SYS_futex,
    SYS_clock_gettime,
    SYS_getrandom,
    SYS_rt_sigreturn,
    SYS_fstat,
    SYS_getpid,
    SYS_gettid,
    SYS_rt_sigaction,
    SYS_sched_yield,
    SYS_sigaltstack,
    SYS_rt_sigprocmask,
    SYS_restart_syscall,
    SYS_sysinfo, /* qsort asks how much memory there is */
};

/* Everything else is answered with "not permitted", as if the files were not there. */
static bool filter_calls(void)
{
  enum { N = sizeof allowed / sizeof *allowed };
  struct sock_filter code[N + 6];
  unsigned n = 0;
  code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                           offsetof(struct seccomp_data, arch));
  code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OUR_ARCH, 1, 0);
  code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                           offsetof(struct seccomp_data, nr));
  for (unsigned i = 0; i < N; i++)
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                             (unsigned)allowed[i], (uint8_t)(N - i), 0);
  code[n++] =
      (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)EPERM);
  code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {(unsigned short)n, code};
  return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
         !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#else
static bool filter_calls(void) { return false; }
#endif

bool sandbox_enter(int seconds, size_t bytes)
{
  limit_all(seconds, bytes);
  return filter_calls();
}
