#include "interp/cmd/store/anchor.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int anchor_print(const Opened *o, const char *key_file)
{
  size_t size;
  char *key = key_file ? client_file(o->cli, key_file, &size) : NULL, *why = NULL;
  if (key_file && !key) return CODE_IO;
  char *anchor = regel_anchor(o->store, key, &why);
  if (anchor) fputs(anchor, stdout);
  else cli_error(o->cli, "%s: %s", key_file ? key_file : "anchor", why);
  int code = anchor ? CODE_FINE : CODE_IO;
  free(key);
  regel_free(why);
  regel_free(anchor);
  return code;
}

int anchor_compare(const Opened *o, const char *path, const char *public)
{
  size_t size;
  char *text = client_file(o->cli, path, &size);
  if (!text) return CODE_IO;
  regel_data *r = regel_anchor_check(o->store, text, public);
  const regel_data *problems = regel_data_get(r, "problems");
  const char *signer = client_text(r, "signer");
  bool fine = client_number(r, "holds");
  for (size_t i = 0; i < regel_data_count(problems); i++)
    puts(regel_data_text(regel_data_at(problems, i)));
  if (*signer) printf("The anchor is signed with key %s\n", signer);
  printf("%s: ", regel_store_path(o->store));
  if (fine)
    printf("all %lld entries that the anchor covers are as they were; %lld came since\n",
           client_number(r, "entries"), client_number(r, "since"));
  else puts("NOT what the anchor says");
  regel_data_free(r);
  free(text);
  return fine ? CODE_FINE : CODE_NO;
}

int anchor_new_key(const Cli *cli, const char *path)
{
  /* Never over another key: what it signed could not be signed again. */
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (fd < 0) {
    cli_error(cli, "cannot write %s: %s", path, strerror(errno));
    return CODE_IO;
  }
  regel_data *key = regel_anchor_key();
  const char *secret = client_text(key, "secret");
  size_t size = strlen(secret);
  bool ok = write(fd, secret, size) == (ssize_t)size && !fsync(fd);
  ok = !close(fd) && ok;
  if (ok) {
    printf("%s\n", client_text(key, "public"));
    fprintf(stderr,
            "The key is in %s: keep it to yourself. Others check with --public and "
            "the line above.\n",
            path);
  } else {
    cli_error(cli, "cannot write %s: %s", path, strerror(errno));
    unlink(path);
  }
  regel_data_free(key);
  return ok ? CODE_FINE : CODE_IO;
}
