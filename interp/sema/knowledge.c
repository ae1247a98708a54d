#include "interp/sema/sema_int.h"
void check_knowledge(Sema *s) { (void)s; }
