#include "interp/cmd/store/anchor.h"
#include "db/proof/anchor.h"
#include "interp/rules/load.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *read_text(Cli *cli, const char *path)
{
  size_t size;
  char *text = load_read(path, &size);
  if (!text) cli_error(cli, "cannot read %s: %s", path, strerror(errno));
  return text;
}

int anchor_print(Cli *cli, Archive *a, const char *key_file)
{
  Buf b = {0}, why = {0};
  char *key = key_file ? read_text(cli, key_file) : NULL;
  if (key_file && !key) return CODE_IO;
  bool fine = anchor_write(a->db, key, &b, &why);
  if (fine) fputs(buf_text(&b), stdout);
  else cli_error(cli, "%s: %s", key_file ? key_file : "anchor", buf_text(&why));
  free(key);
  buf_free(&b);
  buf_free(&why);
  return fine ? CODE_FINE : CODE_IO;
}

int anchor_compare(Cli *cli, Archive *a, const char *path, const char *public)
{
  AnchorReport r;
  char *text = read_text(cli, path);
  if (!text) return CODE_IO;
  bool fine = anchor_check(a->db, text, public, &r);
  fputs(buf_text(&r.why), stdout);
  if (*r.signer) printf("The anchor is signed with key %s\n", r.signer);
  printf("%s: ", sql_path(a->db));
  if (fine)
    printf("all %lld entries that the anchor covers are as they were; %lld came since\n",
           (long long)r.entries, (long long)r.since);
  else puts("NOT what the anchor says");
  buf_free(&r.why);
  free(text);
  return fine ? CODE_FINE : CODE_NO;
}

int anchor_new_key(Cli *cli, const char *path)
{
  Buf secret = {0};
  char public[ANCHOR_KEY_DIGITS + 1];
  /* Never over another key: what it signed could not be signed again. */
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (fd < 0) {
    cli_error(cli, "cannot write %s: %s", path, strerror(errno));
    return CODE_IO;
  }
  anchor_key(&secret, public);
  bool ok = write(fd, buf_text(&secret), secret.n) == (ssize_t)secret.n && !fsync(fd);
  ok = !close(fd) && ok;
  if (secret.at) memset(secret.at, 0, secret.n);
  buf_free(&secret);
  if (!ok) {
    cli_error(cli, "cannot write %s: %s", path, strerror(errno));
    unlink(path);
    return CODE_IO;
  }
  printf("%s\n", public);
  fprintf(stderr,
          "The key is in %s: keep it to yourself. Others check with --public and "
          "the line above.\n",
          path);
  return CODE_FINE;
}
