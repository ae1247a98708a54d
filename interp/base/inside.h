/* Files that must not lie elsewhere: whoever sends a folder must not have others read. */
#ifndef REGEL_INSIDE_H
#define REGEL_INSIDE_H
#include <stdbool.h>

/* Does a path, once links are followed, lie outside of a folder ("": here)?  So does what
 * is not there. */
bool file_leads_out(const char *folder, const char *path);

#endif
