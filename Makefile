# Builds, tests and installs Regel. `make help` lists the targets.
#
# Everything made lies under $(BUILD); asan, clang and coverage are this same
# Makefile called again with another BUILD, compiler or set of flags.

BUILD   = build
# One name for one file, however BUILD is given: dependencies are found by name.
override BUILD := $(patsubst $(CURDIR)/%,%,$(BUILD))
PREFIX  = /usr/local
DESTDIR =
# make's own default for CC is cc; anything the caller sets stays.
ifeq ($(origin CC),default)
CC      = gcc
endif
CFLAGS  = -O2 -g
LDFLAGS =
WERROR  = -Werror
# Flags for both compiling and linking: sanitizers, coverage.
EXTRA   =
BITS    =

STD     = -std=c11 -D_POSIX_C_SOURCE=200809L -pthread
WARN    = -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
          -Wmissing-prototypes -Wvla $(WERROR)
PKGS    = libxxhash libutf8proc sqlite3 libsodium
# Asked for when a recipe runs, not now: pkg-config may not be installed yet.
PKG_CFLAGS   = $(shell pkg-config --cflags $(PKGS))
PKG_LIBS     = $(shell pkg-config --libs $(PKGS)) -lm
CHECK_CFLAGS = $(shell pkg-config --cflags check)
CHECK_LIBS   = $(shell pkg-config --libs check)
INCLUDE = -I. -I$(BUILD)/gen
# The library shows the names of its public header and no other: whoever links it may have
# a compile() of his own.
VISIBLE = -fPIC -fvisibility=hidden
COMPILE = $(CC) $(STD) $(WARN) $(VISIBLE) $(INCLUDE) $(CPPFLAGS) $(PKG_CFLAGS) $(CFLAGS) $(BITS) $(EXTRA)
LINK    = $(CC) -pthread $(CFLAGS) $(EXTRA) $(LDFLAGS)

# ---- what there is to build -------------------------------------------------

# In the order in which they may include each other (.ci/lint).
LIB_DIRS = interp/base grammar interp/po interp/sema interp/sema/body interp/flow interp/code interp/code/phrase interp/opt interp/vm interp/vm/deal interp/vm/alike \
           interp/text interp/text/card interp/board interp/agree interp/rules interp/mend interp/dump interp/bot interp/session interp/leaks \
           interp/explore interp/referee interp/diff interp/lockstep interp/prove interp/find interp/find/questions interp/mutate \
           db db/derived db/proof interp/native interp/api interp/api/report interp/api/words interp/api/book interp/api/cards interp/api/stored interp/api/explore interp/lab interp/api/lab
LIB_SRC := $(foreach d,$(LIB_DIRS),$(wildcard $(d)/*.c))
CMD_SRC := $(wildcard interp/cmd/*.c interp/cmd/*/*.c)
GEN     := $(if $(wildcard grammar/lexer.l),lexer) $(if $(wildcard grammar/parser.y),parser)
GEN_H   := $(GEN:%=$(BUILD)/gen/%.h)
LIB_OBJ := $(LIB_SRC:%.c=$(BUILD)/obj/%.o) $(GEN:%=$(BUILD)/obj/gen/%.o) $(BUILD)/obj/gen/native_files.o
# Compile, verify, play and texts: the part that runs anywhere, without a database, threads
# and cryptography.
CORE_DIRS = interp/base grammar interp/po interp/sema interp/sema/body interp/flow interp/code interp/code/phrase interp/opt interp/vm interp/vm/deal interp/vm/alike \
            interp/text interp/text/card interp/board interp/rules interp/mend interp/dump interp/session
CORE_SRC := $(foreach d,$(CORE_DIRS),$(wildcard $(d)/*.c)) interp/bot/bot.c interp/bot/mcts.c interp/bot/ismcts.c interp/bot/careful.c interp/bot/habits.c \
            $(filter-out $(patsubst %,interp/api/%.c,store past native search begin bundle heads),$(wildcard interp/api/*.c))
CORE_OBJ := $(CORE_SRC:%.c=$(BUILD)/obj/%.o) $(GEN:%=$(BUILD)/obj/gen/%.o)
CORE_LIBS = $(shell pkg-config --libs libxxhash libutf8proc) -lm
CMD_OBJ := $(CMD_SRC:%.c=$(BUILD)/obj/%.o)
# Programs that need libraries of their own and see of ours the public header and
# interp/base only: `regel print` runs build/regel-print. FRONT_PKGS_x are its libraries.
FRONTS  := $(foreach f,print serve,$(if $(wildcard interp/$(f)/*.c),$(f)))
FRONT_PKGS_print = pangocairo cairo-pdf cairo-svg librsvg-2.0
FRONT_PKGS_serve = libmicrohttpd jansson libsodium
# Not among them: only who explores on several machines needs MPI.
FRONT_PKGS_explore-mpi = ompi-c
FRONT_BIN := $(FRONTS:%=$(BUILD)/regel-%)
UNIT    := $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/*.c))
EMBED   := $(patsubst tests/embed/%.c,$(BUILD)/embedder/%,$(wildcard tests/embed/*.c))
BENCH   := $(patsubst tests/bench/%.c,$(BUILD)/bench_%,$(wildcard tests/bench/*.c))
# Those that need the library; the rest are the plain C programs that the VM is measured
# against, and the memory meter.
BENCH_LIB   := $(filter %/bench_snapshot %/bench_verify %/bench_tamper %/bench_rivals,$(BENCH))
BENCH_PLAIN := $(filter-out $(BENCH_LIB),$(BENCH))
# The public header: one to include, its families below it.
PUBLIC_H := interp/regel.h $(wildcard interp/regel/*.h)
# The version stands once, in the public header; programs that were linked with a library
# find it again by its first number.
VERSION := $(shell sed -n 's/^\#define REGEL_VERSION "\(.*\)"/\1/p' interp/regel.h)
SONAME  := libregel.so.$(firstword $(subst ., ,$(VERSION)))

# All cores unless the caller says otherwise; not when several targets are
# named, which are then meant one after the other (`make clean test`).
ifeq ($(MAKELEVEL)$(filter-out 0 1,$(words $(MAKECMDGOALS))),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif
ifneq ($(filter clean,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif
.DELETE_ON_ERROR:
.SUFFIXES:
# V=1 shows the commands themselves.
Q   = $(if $(V),,@)
say = @$(if $(V),:,printf '  %-6s%s\n' $(1) $(2))

.PHONY: all programs pictures fronts $(FRONTS) page-test page-storm editor load demo test asan clang bench coverage lint format \
        fuzz fuzzers fuzz-replay replayers mutate torture bigendian durable slurm mpi balance \
        install uninstall clean help dist deb deb-test mutants reference native-test walls random bots teams leaks

all: $(BUILD)/regel $(BUILD)/libregel.a $(BUILD)/libregel-core.a $(BUILD)/libregel.so.$(VERSION)  ## the program and the libraries (the default)

demo: all  ## check, test, play, simulate and trace every ruleset
	@tests/demo.sh $(BUILD)/regel

fronts: $(FRONT_BIN)  ## the programs that need libraries of their own: pictures and print, the page
$(FRONTS): %: all $(BUILD)/regel-%

test: all fronts $(UNIT) $(EMBED) $(BUILD)/durable $(BUILD)/reference $(BUILD)/walls  ## all tests; the last line counts them
	@tests/run $(BUILD)

# Every program there is, for a compiler that only has to accept them.
programs: all fronts $(UNIT) $(EMBED) $(BENCH) $(BUILD)/durable $(BUILD)/reference $(BUILD)/walls

# The modules lie below the build folder, so that nothing of them can be committed.
page-test: serve  ## the page in Chromium: whole games, replays, keyboard, death of the server, axe
	@.ci/deps page
	@mkdir -p $(BUILD)/page && cp tests/page/package.json tests/page/package-lock.json $(BUILD)/page/
	@cd $(BUILD)/page && { [ -d node_modules/axe-core ] || npm ci --silent --no-audit --no-fund; }
	@MODULES=$(CURDIR)/$(BUILD)/page PROGRAM=$(CURDIR)/$(BUILD)/regel-serve node tests/page/run.mjs $(PAGE)

# The editor of the page is built once and kept: nobody needs npm to build the program.
editor:  ## interp/serve/page/editor.js from interp/serve/editor (npm)
	@mkdir -p $(BUILD)/editor && cp interp/serve/editor/package*.json interp/serve/editor/editor.mjs $(BUILD)/editor/
	@cd $(BUILD)/editor && npm ci --silent --no-audit --no-fund
	@cd $(BUILD)/editor && node_modules/.bin/esbuild editor.mjs --bundle --minify --format=esm --log-level=warning \
	  --legal-comments=none --banner:js="/* CodeMirror 6 and its parts, MIT: interp/serve/editor/LICENSE; built by make editor */" \
	  --outfile=$(CURDIR)/interp/serve/page/editor.js

# Games with four streams each, answers in a second, for how long.
GAMES   = 1000
RATE    = 200
SECONDS = 30

load: serve  ## GAMES=1000 games with four streams each, RATE=200 answers a second for SECONDS=30, then a kill
	@.ci/deps page
	@PROGRAM=$(CURDIR)/$(BUILD)/regel-serve node tests/page/load.mjs $(GAMES) $(RATE) $(SECONDS)

page-storm:  ## MINUTES=60 of clients that misbehave against the server under ASan and UBSan
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/asan $(ASAN) serve
	@ASAN_OPTIONS=exitcode=99 LSAN_OPTIONS=suppressions=$(CURDIR)/tests/lsan.supp:print_suppressions=0 \
	 UBSAN_OPTIONS=exitcode=99:print_stacktrace=1 \
	 python3 tests/page/storm.py $(BUILD)/asan/regel-serve $$(($(MINUTES) * 60))

# Lines for stack traces and no more; not position-independent: a program would begin with half a
# million relocations, for the tables of UBSan, and it is started thousands of times.
ASAN = CFLAGS='-O1 -g1 -fno-omit-frame-pointer' LDFLAGS=-no-pie \
       EXTRA='-DREGEL_HOT -fsanitize=address,undefined -fno-sanitize-recover=all'

# Own exit code for sanitizers: 1 is a meaningful answer of regel. Freed memory is kept from use for
# 32 MB, not 256: a third of all work was the kernel's, for pages that nobody touched again.
asan:  ## the same tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@ASAN_OPTIONS=exitcode=99:detect_stack_use_after_return=1:quarantine_size_mb=32 BAD_MANY=20000 \
	 LSAN_OPTIONS=suppressions=$(CURDIR)/tests/lsan.supp:print_suppressions=0 \
	 UBSAN_OPTIONS=exitcode=99:print_stacktrace=1 \
	 $(MAKE) --no-print-directory BUILD=$(BUILD)/asan $(ASAN) test

# Minutes of fuzzing in all; mutants, and the number of the first.
MINUTES = 15
N       = 1000000
SEED    = 1

fuzz:  ## libFuzzer on rules, programs, PO files, exports, databases, transcripts, lexica and saved searches for MINUTES=15
	@.ci/deps build fuzz
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/fuzz CC=clang CFLAGS='-O1 -g' \
	   EXTRA='-DREGEL_HOT -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all' fuzzers
	@tests/fuzz/run fuzz $(BUILD)/fuzz $(MINUTES)

fuzz-replay:  ## the fuzzers' corpus once more, and 3,000 mutants, under ASan and UBSan
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/asan $(ASAN) replayers
	@tests/fuzz/run replay $(BUILD)/asan

mutate:  ## N=1000000 randomly damaged programs are rejected or run within their bounds
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/asan $(ASAN) $(BUILD)/asan/mutate
	@tests/fuzz/run mutate $(BUILD)/asan $(N) $(SEED)

mutants: all  ## which command finds each of many deliberate mistakes in the rulesets
	@tests/mutants/run $(BUILD)/regel

native-test: all  ## all rulesets as native code: their tests, and their games beside the interpreter's
	@tests/native $(BUILD)

torture:  ## the same games in builds that must not differ: compilers, optimization, garbage
	@tests/torture $(BUILD)/torture

# How many random programs the machine and the reference interpreter play.
reference: N = 100000
reference: $(BUILD)/reference  ## N=100000 random programs and all rulesets, played by the machine and by the reference interpreter
	@$(BUILD)/reference 1 $(N) table
	@$(BUILD)/reference $(wildcard scenarios/*/game.regel)

# Random rulesets that the static check and pairs of games judge.
walls: N = 100000
walls: $(BUILD)/walls  ## N=100000 random rulesets full of secrets: does what the check lets pass tell anybody?
	@$(BUILD)/walls 1 $(N)

# Every ruleset, number of players and mode, from what the rulesets say (GAME=… EACH=1 PLAYERS=… OPTIONS=…: tests/modes).
random: N = 5000
random: all  ## N=5000 games at random for each ruleset and number of players, in all modes, every `always` checked
	@tests/modes random $(BUILD) $(N) $(GAME)

bots: N = 500
bots: all  ## the same with N=500 games of bots that think a little
	@tests/modes bots $(BUILD) $(N) $(GAME)

# Whose team has the Cultist tokens, and which bots: what thinking is worth (tests/teams).
teams: N = 400
teams: all  ## N=400 games of Among Cultists for each number of PLAYERS=5 7, each Team at random and thinking (BOT=mcts:20)
	@for p in $(or $(PLAYERS),5 7); do tests/teams $(BUILD) cultists $$p $(N) $(or $(BOT),mcts:20) token cult_token || exit 1; done

leaks: N = 10000
leaks: all  ## N=10000 pairs of games for each ruleset, number of players and reader, in all modes
	@tests/modes leaks $(BUILD) $(N) $(GAME)

pictures: all print  ## the pictures of README and docs/boards.md in all languages, drawn anew: look at them
	@.ci/deps pictures
	@python3 docs/pictures.py $(BUILD)

# Pages that say how a ruleset plays, from the plans beside them.
BALANCE = $(patsubst docs/rules/%-balance.lab,%,$(wildcard docs/rules/*-balance.lab))
balance: all  ## docs/rules/*-balance.md from the plans beside them (BALANCE=clash: only this one; takes long)
	@for g in $(BALANCE); do \
	  $(BUILD)/regel lab run docs/rules/$$g-balance.lab --native -o $(BUILD)/balance-$$g && \
	  $(BUILD)/regel lab report $(BUILD)/balance-$$g -o docs/rules/$$g-balance.md || exit 1; done

mpi: all $(BUILD)/regel-explore-mpi  ## exploration over MPI, and whether it counts the same with 1, 2 and 3 ranks
	@tests/mpi $(BUILD)

slurm: all  ## a plan as a job array on a real Slurm with two nodes, one of which is killed (needs root)
	@.ci/deps slurm
	@tests/slurm $(BUILD)

bigendian: all  ## the same images, hashes, seals and exports on a machine of the other byte order (s390x under qemu)
	@tests/bigendian $(BUILD)/s390x $(BUILD)

# How often the program is killed.
KILLS   = 1000

durable: all $(BUILD)/durable $(BUILD)/unit/fault  ## games killed KILLS=1000 times at random moments, crowds, every call failing
	@$(BUILD)/durable $(BUILD)/regel $(KILLS)
	@$(BUILD)/unit/fault all

# Its warnings do not hang on optimization, and nothing of it is run.
clang:  ## everything compiled with clang, in build/clang
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/clang CC=clang CFLAGS=-O0 programs

bench: all $(BENCH)  ## speed beside plain C, long runs, memory
	@tests/bench/run $(BUILD)

# Counters from earlier runs would count as covered by this one.
coverage:  ## lines that the tests reach, by file and folder; build/coverage/report.txt
	@if [ -d $(BUILD)/coverage ]; then find $(BUILD)/coverage -name '*.gcda' -delete; fi
	@status=0; $(MAKE) --no-print-directory BUILD=$(BUILD)/coverage CFLAGS='-O0 -g' \
	   EXTRA='--coverage -fprofile-update=atomic' test || status=$$?; \
	 tests/coverage $(BUILD)/coverage >$(BUILD)/coverage/report.txt && \
	 cat $(BUILD)/coverage/report.txt && exit $$status

lint: $(GEN_H)  ## include order, lone headers, forbidden words, format, man page
	@CC='$(CC)' .ci/lint $(BUILD)/gen

format:  ## rewrite C files in the style of .clang-format
	find $(wildcard grammar interp db) -name '*.[ch]' -exec clang-format -i {} +

# From the last commit, so that nothing of a working copy slips in; the same commit gives
# the same bytes.
dist:  ## build/regel-VERSION.tar.gz from the last commit
	@mkdir -p $(BUILD)
	@git archive --format=tar --prefix=regel-$(VERSION)/ HEAD | gzip -n9 >$(BUILD)/regel-$(VERSION).tar.gz
	@ls -l $(BUILD)/regel-$(VERSION).tar.gz

deb: all fronts  ## Debian packages of the program with its rulesets and of its fronts in build/
	@.ci/deb $(BUILD) $(VERSION)

deb-test: deb  ## the package in a fresh Debian without a compiler (needs root; debootstrap is installed)
	@tests/deb $(BUILD)/regel_$(VERSION)_$$(dpkg --print-architecture).deb

clean:  ## remove everything that was built
	rm -rf $(BUILD)

help:  ## this list
	@awk -F':.*##  *' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' Makefile
	@echo 'Variables: BUILD CC CFLAGS LDFLAGS WERROR PREFIX DESTDIR V=1'

# ---- rules ------------------------------------------------------------------

# Installs what is missing on Debian; a stamp, so that it is looked at once.
# One after the other: two package managers at once block each other.
$(BUILD)/.deps-test: | $(BUILD)/.deps-build
$(BUILD)/.deps-print: | $(BUILD)/.deps-build $(BUILD)/.deps-test
$(BUILD)/.deps-serve: | $(BUILD)/.deps-print
$(BUILD)/.deps-explore-mpi: | $(BUILD)/.deps-serve
$(BUILD)/.deps-build $(BUILD)/.deps-test $(FRONTS:%=$(BUILD)/.deps-%) $(BUILD)/.deps-explore-mpi: $(BUILD)/.deps-%: .ci/deps
	@mkdir -p $(@D)
	@CC='$(CC)' .ci/deps $*
	@touch $@

$(BUILD)/gen/lexer.c $(BUILD)/gen/lexer.h &: grammar/lexer.l | $(BUILD)/.deps-build
	@mkdir -p $(@D)
	$(call say,FLEX,$<)
	$(Q)flex --header-file=$(BUILD)/gen/lexer.h -o $(BUILD)/gen/lexer.c $<

$(BUILD)/gen/parser.c $(BUILD)/gen/parser.h &: grammar/parser.y | $(BUILD)/.deps-build
	@mkdir -p $(@D)
	$(call say,BISON,$<)
	$(Q)bison -Wall -Wcounterexamples -Werror --header=$(BUILD)/gen/parser.h \
	  -o $(BUILD)/gen/parser.c $<

# One copy of the loop is for processors with instructions that not all of them have.
ifneq ($(findstring x86_64,$(shell $(CC) -dumpmachine)),)
$(BUILD)/obj/interp/vm/run_bits.o: BITS = -mpopcnt -mbmi -mbmi2
endif

# What native code is compiled with: headers of the machine, as texts in the program.
NATIVE_FILES = $(addprefix interp/,base/value.h base/limits.h base/invariant.h base/bits.h code/program.h code/op.def code/section.def \
  code/phrase.def code/move.c vm/vm.h vm/error.def vm/menu.h vm/vm_int.h vm/loop.h vm/native.h vm/piles.h native/ops.h vm/deal.h vm/deal/dealer.h opt/opt.h native/game.in \
  $(patsubst %,vm/%.c,board chance cover native options past playout probe rng run set state step tell view vm) \
  $(patsubst %,vm/deal/%.c,blame deal guess lot mend recall redeal trace))
$(BUILD)/gen/native_files.c: interp/native/files.sh Makefile $(NATIVE_FILES) $(wildcard interp/native/*.[ch])
	@mkdir -p $(@D)
	$(call say,TEXT,$@)
	$(Q)interp/native/files.sh $(NATIVE_FILES) >$@

$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c Makefile | $(GEN_H)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) -MMD -MP -c -o $@ $<

# The machine's loop: gcc would move what instructions have in common in front of their
# jumps, and spill the registers that each of them needs. clang does not know the option.
LOOP_FLAGS := $(shell $(CC) -Werror -fno-tree-pre -E -x c /dev/null >/dev/null 2>&1 && echo -fno-tree-pre)
$(BUILD)/obj/interp/vm/%.o: EXTRA += $(LOOP_FLAGS)

$(BUILD)/obj/%.o: %.c Makefile | $(BUILD)/.deps-build $(GEN_H)
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(COMPILE) -MMD -MP -c -o $@ $<

# Everything by its own names, for the program and the tests of the parts.
# q, not r: files of one name in two folders must both stay in the archive.
$(BUILD)/libregel-all.a: $(LIB_OBJ)
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(AR) qcs $@ $^

# What is installed: one object in which only the public names are left.
OBJCOPY = objcopy
PUBLIC = $(LD) -r -o $(@:.a=.o) $(filter %.o,$^) && $(OBJCOPY) --localize-hidden $(@:.a=.o) && \
         rm -f $@ && $(AR) qcs $@ $(@:.a=.o)
$(BUILD)/libregel.a: $(LIB_OBJ)
	$(call say,AR,$@)
	$(Q)$(PUBLIC)

$(BUILD)/libregel-core.a: $(CORE_OBJ)
	$(call say,AR,$@)
	$(Q)$(PUBLIC)

$(BUILD)/libregel.so.$(VERSION): $(LIB_OBJ)
	$(call say,LINK,$@)
	$(Q)$(LINK) -shared -Wl,-soname,$(SONAME) -o $@ $^ $(PKG_LIBS)
	$(Q)ln -sf $(@F) $(BUILD)/$(SONAME) && ln -sf $(@F) $(BUILD)/libregel.so

# The program is a client, too: it is linked with what is installed, where only the public
# names are left, and with the utilities.
$(BUILD)/regel: $(CMD_OBJ) $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard interp/base/*.c)) $(BUILD)/libregel.a
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^ $(PKG_LIBS)

# One set of rules for each front: its objects, the utilities, the library as it is installed.
define FRONT_RULES
$(BUILD)/obj/interp/$(1)/%.o: PKG_CFLAGS = $$(shell pkg-config --cflags $$(FRONT_PKGS_$(1)))
$(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard interp/$(1)/*.c)): | $(BUILD)/.deps-$(1)
$(BUILD)/regel-$(1): $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard interp/$(1)/*.c) $(wildcard interp/base/*.c)) $(BUILD)/libregel.a
	$$(call say,LINK,$$@)
	$$(Q)$$(LINK) -o $$@ $$^ $$(shell pkg-config --libs $$(FRONT_PKGS_$(1))) $$(PKG_LIBS)
-include $(patsubst %.c,$(BUILD)/obj/%.d,$(wildcard interp/$(1)/*.c))
endef
$(foreach f,$(FRONTS) explore-mpi,$(eval $(call FRONT_RULES,$(f))))
# The page lies in the program.
$(BUILD)/obj/interp/serve/assets.o: interp/serve/assets.def $(wildcard interp/serve/page/*)

# Programs of tests that know the parts: compiled once, linked whenever the library changes.
OBJ_OF = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))
UNIT_OBJ := $(call OBJ_OF,$(wildcard tests/unit/*.c))
$(UNIT_OBJ): CPPFLAGS += $(CHECK_CFLAGS)
$(UNIT_OBJ): | $(BUILD)/.deps-test
$(UNIT): $(BUILD)/unit/%: $(BUILD)/obj/tests/unit/%.o $(BUILD)/libregel-all.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $< $(BUILD)/libregel-all.a $(CHECK_LIBS) $(PKG_LIBS)

# What the page is sent, made by the server's own file.
$(BUILD)/unit/frames: override LDFLAGS += $(BUILD)/obj/interp/serve/frame.o $(BUILD)/obj/interp/serve/text.o
$(BUILD)/unit/frames: $(BUILD)/obj/interp/serve/frame.o $(BUILD)/obj/interp/serve/text.o

# Calls of SQLite that can be made to fail.
comma := ,
$(BUILD)/unit/fault: override LDFLAGS += $(addprefix -Wl$(comma)--wrap=sqlite3_,open_v2 prepare_v3 \
  step exec bind_int64 bind_null bind_text bind_blob64)

# Compiled as an embedder does: the public header and the library, no more.
$(BUILD)/embedder/%: tests/embed/%.c $(PUBLIC_H) $(BUILD)/libregel.a Makefile
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(STD) $(WARN) -I. -Iinterp $(CFLAGS) $(EXTRA) $(LDFLAGS) -o $@ \
	  $< $(BUILD)/libregel.a $(PKG_LIBS)

# The core needs no database and no cryptography.
$(BUILD)/embedder/core: tests/embed/core.c $(PUBLIC_H) $(BUILD)/libregel-core.a Makefile
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) -std=c11 -D_POSIX_C_SOURCE=200809L $(WARN) -I. -Iinterp $(CFLAGS) $(EXTRA) $(LDFLAGS) -o $@ \
	  $< $(BUILD)/libregel-core.a $(CORE_LIBS)

# The harnesses: with libFuzzer's own main, or with one that reads files.
HARNESSES = parse compile load po import db transcript lexicon search
fuzzers: $(HARNESSES:%=$(BUILD)/fuzz_%) $(BUILD)/mutate
replayers: $(HARNESSES:%=$(BUILD)/replay_%) $(BUILD)/mutate

$(BUILD)/fuzz_%: tests/fuzz/%.c $(BUILD)/libregel-all.a Makefile | $(GEN_H)
	$(call say,CC,$<)
	$(Q)$(COMPILE) -MMD -MP -MF $@.d -fsanitize=fuzzer $(LDFLAGS) -o $@ \
	  $< $(BUILD)/libregel-all.a $(PKG_LIBS)

$(BUILD)/replay_%: tests/fuzz/%.c tests/fuzz/replay.c $(BUILD)/libregel-all.a Makefile | $(GEN_H)
	$(call say,CC,$<)
	$(Q)$(COMPILE) $(LDFLAGS) -o $@ $< tests/fuzz/replay.c $(BUILD)/libregel-all.a $(PKG_LIBS)

$(BUILD)/mutate: tests/fuzz/mutate.c tests/fuzz/fuzz.h $(BUILD)/libregel-all.a Makefile | $(GEN_H)
	$(call say,CC,$<)
	$(Q)$(COMPILE) $(LDFLAGS) -o $@ $< $(BUILD)/libregel-all.a $(PKG_LIBS)

REFERENCE := $(wildcard tests/reference/*.c)
WALLS     := $(wildcard tests/walls/*.c)
$(BUILD)/durable:   $(call OBJ_OF,tests/durable.c)
$(BUILD)/reference: $(call OBJ_OF,$(REFERENCE))
$(BUILD)/walls:     $(call OBJ_OF,$(WALLS))
$(BUILD)/durable $(BUILD)/reference $(BUILD)/walls: $(BUILD)/libregel-all.a
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $(filter %.o,$^) $(BUILD)/libregel-all.a $(PKG_LIBS)

$(BENCH_LIB): $(BUILD)/bench_%: tests/bench/%.c $(BUILD)/libregel-all.a Makefile | $(GEN_H)
	$(call say,CC,$<)
	$(Q)$(COMPILE) -MMD -MP -MF $@.d $(LDFLAGS) -o $@ $< $(BUILD)/libregel-all.a $(PKG_LIBS)

# Always -O2: they are the yardstick.
$(BENCH_PLAIN): $(BUILD)/bench_%: tests/bench/%.c Makefile | $(BUILD)/.deps-build
	$(call say,CC,$<)
	$(Q)$(CC) $(STD) $(WARN) -I. -O2 -MMD -MP -MF $@.d -o $@ $<

-include $(LIB_OBJ:.o=.d) $(CMD_OBJ:.o=.d) $(UNIT_OBJ:.o=.d) $(BENCH:=.d) $(patsubst %.o,%.d,$(call OBJ_OF,tests/durable.c $(REFERENCE) $(WALLS)))

# ---- installing -------------------------------------------------------------

TO    = $(DESTDIR)$(PREFIX)
SHARE = $(TO)/share/regel

# Whoever links the archive needs its libraries too (pkg-config --static).
define PC_TEXT
prefix=$(PREFIX)
includedir=$${prefix}/include
libdir=$${prefix}/lib

Name: regel
Description: Rules language for board and card games: compiler and virtual machine
Version: $(VERSION)
Requires.private: $(PKGS)
Cflags: -I$${includedir}
Libs: -L$${libdir} -lregel
Libs.private: -lm -pthread
endef
define PC_CORE_TEXT
prefix=$(PREFIX)
includedir=$${prefix}/include
libdir=$${prefix}/lib

Name: regel-core
Description: Regel without databases, cryptography and threads
Version: $(VERSION)
Requires: libxxhash libutf8proc
Cflags: -I$${includedir}
Libs: -L$${libdir} -lregel-core -lm
endef
# In the environment, because a recipe cannot quote several lines.
install: export PC = $(PC_TEXT)
install: export PC_CORE = $(PC_CORE_TEXT)

install: all  ## into PREFIX (/usr/local), below DESTDIR if given
	install -D -m 755 $(BUILD)/regel $(TO)/bin/regel
	@for f in $(FRONTS); do if [ -f $(BUILD)/regel-$$f ]; then \
	   install -D -m 755 $(BUILD)/regel-$$f $(TO)/bin/regel-$$f || exit 1; fi; done
	install -D -m 644 $(BUILD)/libregel.a $(TO)/lib/libregel.a
	install -D -m 644 $(BUILD)/libregel-core.a $(TO)/lib/libregel-core.a
	install -D -m 755 $(BUILD)/libregel.so.$(VERSION) $(TO)/lib/libregel.so.$(VERSION)
	ln -sf libregel.so.$(VERSION) $(TO)/lib/$(SONAME)
	ln -sf libregel.so.$(VERSION) $(TO)/lib/libregel.so
	@for f in $(PUBLIC_H:interp/%=%); do install -D -m 644 interp/$$f $(TO)/include/$$f || exit 1; done
	install -D -m 644 interp/python/regel.py $(TO)/lib/python3/dist-packages/regel.py
	install -D -m 644 docs/regel.1 $(TO)/share/man/man1/regel.1
	install -d $(TO)/lib/pkgconfig
	printf '%s\n' "$$PC" >$(TO)/lib/pkgconfig/regel.pc
	printf '%s\n' "$$PC_CORE" >$(TO)/lib/pkgconfig/regel-core.pc
	@find $(wildcard scenarios cards po) -type f | while read -r f; do \
	   install -D -m 644 "$$f" "$(SHARE)/$$f" || exit 1; done
	@for f in docs/rules/*.md docs/errors/*.md; do \
	   install -D -m 644 "$$f" "$(SHARE)/$${f#docs/}" || exit 1; done
	@echo 'Installed below $(TO): try $(PREFIX)/bin/regel help'

uninstall:  ## remove what install put there
	rm -f $(TO)/bin/regel $(FRONTS:%=$(TO)/bin/regel-%) $(TO)/lib/libregel.a $(TO)/include/regel.h \
	  $(TO)/lib/pkgconfig/regel.pc $(TO)/lib/pkgconfig/regel-core.pc $(TO)/share/man/man1/regel.1 $(TO)/lib/libregel-core.a \
	  $(TO)/lib/python3/dist-packages/regel.py \
	  $(TO)/lib/libregel.so $(TO)/lib/$(SONAME) $(TO)/lib/libregel.so.$(VERSION)
	rm -rf $(SHARE) $(TO)/include/regel
