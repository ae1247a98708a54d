/* Whether what somebody typed is meant to be a name. */
#ifndef REGEL_NAME_H
#define REGEL_NAME_H

/* How well a typed word fits a name: 0 not at all, 1 from a later word on, 2 the
 * beginning, 3 wholly. Case, spaces, brackets, commas and underscores do not matter. */
int name_fits(const char *typed, const char *name);

#endif
