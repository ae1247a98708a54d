/* What the readers of glossaries share. */
#ifndef REGEL_GLOSSARY_INT_H
#define REGEL_GLOSSARY_INT_H
#include "grammar/diag.h"
#include "interp/po/glossary.h"

/* Reads TBX from a source; mistakes are reported. */
void tbx_read(Glossary *g, const Source *s, int file, Diags *d);
/* An empty row. */
const char **glossary_row(Glossary *g, Loc at);

#endif
