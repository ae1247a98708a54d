// The files of a ruleset in an editor: messages while one types, tests when one saves,
// cards and a game beside.
import { h, show, toast, dialog, get } from '/dom.js';
import { nameOf, spoken, w } from '/words.js';
import '/work_words.js';
import { face } from '/table.js';
import { Shop } from '/shop.js';
import { Trial } from '/trial.js';
import { balance } from '/balance.js';

const plainWord = /^[A-Za-z_]\w*$/;

export async function open(main, rest, page) {
  const [{ create }, shop] = [await import('/editor.js'), new Shop(decodeURIComponent(rest[0] || ''))];
  const { name } = shop;
  try { await shop.open(); } catch (e) { show(main, h('p.error', e.message)); return undefined; }
  const states = new Map(); // path: the editor's own state, with its history
  let symbols = [], messages = [], tests = null, failures = [], path = null, timer = 0, faceTimer = 0, closed = false;

  // ---- what is on the page
  const list = h('ul.files', { 'aria-label': w('files') });
  const host = h('div.editor');
  const said = h('div.said');
  const tested = h('div.tested');
  const faces = h('div.faces', h('p.quiet', w('noFace')));
  const bar = h('div.editor-bar');
  const busy = h('span.quiet', { role: 'status' });
  const stop = h('button', { type: 'button', hidden: true, onclick: () => shop.stop() }, w('stop'));
  const saveButton = h('button.main', { type: 'button', onclick: save }, w('save'));
  const trial = new Trial(shop, go);
  const panels = { messages: said, tests: tested, face: faces, game: trial.box, balance: balance(shop) };
  const tabs = h('div.tabs', { role: 'tablist' });
  const panel = h('div.panel-body', { role: 'tabpanel', id: 'work-panel', tabIndex: 0 });
  let shown = 'messages';
  show(main, h('div.write', h('nav.side', h('h2', w('files')), list, h('p', h('button', { type: 'button', onclick: newFile }, `+ ${w('newFile')}`))),
    h('section.middle', { 'aria-label': w('write') }, bar, host, h('p.quiet.help', w('editorHelp'))),
    h('section.beside', { 'aria-label': w('messages') }, tabs, panel)));
  saveButton.hidden = shop.foreign;
  page.head(`${w('write')}: ${name}${shop.foreign ? ` (${w('uploaded')})` : ''}`, [busy, stop, saveButton, h('button', { type: 'button', onclick: runTests }, w('test')),
    !shop.foreign && [h('a.button', { href: `#/translate/${name}` }, w('translate')), h('a.button', { href: `#/read/${name}` }, w('cards'))]]);

  function drawTabs() {
    const errors = messages.filter((m) => m.severity === 'error').length, warnings = messages.filter((m) => m.severity === 'warning').length;
    const counts = { messages: errors || warnings ? ` ${errors + warnings}` : '', tests: tests ? ` ${tests.passed}/${tests.passed + tests.failed}` : '' };
    show(tabs, Object.keys(panels).map((key) => h('button.tab', { type: 'button', role: 'tab', id: `tab-${key}`, 'aria-selected': String(key === shown), 'aria-controls': 'work-panel',
      data: { bad: key === 'messages' ? String(errors > 0) : key === 'tests' ? String(Boolean(tests?.failed)) : 'false' },
      onclick: () => { shown = key; drawTabs(); if (key === 'face') askFace(); } }, w(key), counts[key] || '')));
    show(panel, panels[shown]);
    panel.setAttribute('aria-labelledby', `tab-${shown}`);
  }

  function drawFiles() {
    show(list, [...shop.files.values()].map((f) => h('li', h('button.file', { type: 'button', 'aria-current': f.path === path ? 'true' : undefined, onclick: () => showFile(f.path) },
      h('span', f.path.split('/').slice(2).join('/')), h('small.quiet', f.path.split('/')[0]),
      f.text !== f.saved && !shop.foreign && h('span.dot', { title: w('draft'), 'aria-label': w('draft') }, '●')))));
    saveButton.disabled = !shop.changed().length;
    const f = shop.files.get(path);
    show(bar, h('b', path), f && !f.writable && h('span.error', ` ${w('readOnly')}`),
      f?.stale && h('span.error', ` ${w('changed')} `, h('button', { type: 'button', onclick: () => { f.stale = false; drawFiles(); } }, w('overwrite')),
        h('button', { type: 'button', onclick: () => { f.stale = false; editor.replace(f.saved); } }, w('takeTheirs'))),
      f && f.text !== f.saved && f.saved !== null && h('button.quiet', { type: 'button', onclick: () => editor.replace(f.saved) }, w('discard')));
  }

  shop.onwork = () => {
    const some = shop.running.size > 0;
    busy.textContent = some ? w('working') : '';
    stop.hidden = !some;
  };

  // ---- the editor
  const at = (place, { line, column }) => place.line === line && place.column <= column && column <= Math.max(place.end, place.column + 1);
  /** What a name means at a place: what refers to it there, else whatever has the name. */
  function meant(where) {
    const here = symbols.filter((s) => (s.place.file === path && at(s.place, where)) || (s.references || []).some((r) => r.file === path && at(r, where)));
    return here.filter((s) => s.name === where.word)[0] || symbols.find((s) => s.name === where.word) || here[0];
  }

  const editor = create(host, shop.words, {
    changed(text) {
      if (!path) return;
      shop.write(path, text);
      drawFiles();
      clearTimeout(timer);
      timer = setTimeout(check, 250);
    },
    complete(word, of) {
      const sorts = { verb: 'function', kind: 'class', thing: 'constant', field: 'property', value: 'property', 'printed value': 'property', option: 'enum', slot: 'method', variant: 'namespace' };
      const own = symbols.filter((s) => plainWord.test(s.name) && s.sort !== 'test').map((s) => ({ label: s.name, type: sorts[s.sort] || 'variable', detail: [s.sort, s.type].filter(Boolean).join(' '), info: s.title, boost: of && s.of ? 2 : 1 }));
      const seen = new Set();
      return [...own, ...shop.words.map((label) => ({ label, type: 'keyword' }))].filter((o) => !seen.has(o.label) && seen.add(o.label));
    },
    hover(where) {
      const s = meant(where);
      if (!s) return null;
      return h('div', h('b', s.name), ` ${s.sort}${s.of ? ` (${s.of})` : ''}${s.type ? `: ${s.type}` : ''}`, s.title && h('div', `“${s.title}”`),
        h('small', `${w('declared')} ${s.place.file}:${s.place.line} · ${w('used', { n: (s.references || []).length })}`, s.citations.length ? ` · ${s.citations.join(' ')}` : ''));
    },
    jump(where) { const s = meant(where); if (s) go(s.place); },
    moved(where) { line = where.line; clearTimeout(faceTimer); if (shown === 'face') faceTimer = setTimeout(askFace, 300); },
    save,
    remedy: (r) => (r.write ? w('remedy', { text: r.write }) : r.text),
    apply: remedy,
  }, w('write'));
  host.editor = editor; // for tests, and for whoever opens the console
  let line = 1;
  host.addEventListener('keydown', (e) => { if (e.key === 'F2') { e.preventDefault(); rename(); } });

  function showFile(to) {
    if (path) states.set(path, editor.now());
    path = null;
    const f = shop.files.get(to);
    editor.show(states.get(to) || editor.state(f.text, false));
    path = to;
    drawFiles();
    mark();
  }

  function go(place) {
    if (!shop.files.has(place.file)) { toast(`${place.file}:${place.line}`); return; }
    if (place.file !== path) showFile(place.file);
    editor.go(place.line, place.column);
  }

  function remedy(r) {
    if (r.place.file !== path) showFile(r.place.file);
    editor.write(r.place, r.write);
    editor.focus();
  }

  // ---- what is found out
  function mark() { if (path) editor.messages([...messages, ...failures].filter((m) => m.place?.file === path && m.place.line > 0)); }

  function drawMessages() {
    show(said, messages.length ? h('ul.messages', messages.map((m) => h(`li.message.${m.severity}`,
      h('p', h('b', w(`sev_${m.severity}`)), ' ', m.text, ' ', h('small.quiet', m.code)),
      m.place?.line > 0 && h('button.link', { type: 'button', onclick: () => go(m.place) }, `${m.place.file}:${m.place.line}`),
      (m.notes || []).map((n) => h('p.quiet', n.text.replace(/\/regel\/scenarios\/([^/ ]+)\/game\.regel/g, '$1'))),
      (m.remedies || []).filter((r) => shop.files.has(r.place.file)).map((r) => h('button', { type: 'button', onclick: () => remedy(r) }, r.write ? w('remedy', { text: r.write }) : w('remove'))))))
      : h('p.fine', w('noMessages')));
  }

  async function check() {
    const answer = await shop.work('check');
    if (!answer || closed) return;
    messages = answer.messages;
    if (answer.symbols) symbols = answer.symbols;
    mark();
    drawMessages();
    drawTabs();
    if (shown === 'face' && answer.compiles) askFace();
  }

  let runs = 0;
  async function runTests() {
    const mine = ++runs; // one that was overtaken may end after the one that overtook it
    shown = 'tests';
    show(tested, h('p.quiet', w('working')));
    drawTabs();
    const answer = await shop.work('test');
    if (closed || mine !== runs) return;
    if (!answer || !answer.compiles) { show(tested, answer ? h('p.error', w('broken')) : null); return; }
    tests = answer.tests;
    const bad = tests.tests.filter((t) => !t.passed);
    failures = bad.map((t) => ({ severity: 'error', code: w('tests'), place: t.at?.line ? t.at : t.place, text: t.text, notes: [{ text: t.title }], remedies: [] }));
    show(tested, h('p' + (bad.length ? '.error' : '.fine'), { role: 'status' }, `${tests.passed} ${w('passed')}, ${tests.failed} ${w('failed')}`),
      h('ul.messages', bad.map((t) => h('li.message.error', h('p', h('b', t.title)), h('p', t.text), h('button.link', { type: 'button', onclick: () => go(t.at?.line ? t.at : t.place) }, `${(t.at?.line ? t.at : t.place).file}:${(t.at?.line ? t.at : t.place).line}`)))),
      h('details', h('summary', `${tests.passed} ${w('passed')}`), h('ul', tests.tests.filter((t) => t.passed).map((t) => h('li', '✓ ', h('button.link', { type: 'button', onclick: () => go(t.place) }, t.title))))));
    mark();
    drawTabs();
  }

  async function askFace() {
    const answer = await shop.work('face', { file: path, line });
    if (!answer || closed || !answer.compiles) return;
    const all = Object.entries(answer.faces);
    show(faces, all.length ? all.map(([code, f]) => h('div', { lang: code }, h('h4', nameOf(code)), h('div.panel.printed', face(f)))) : h('p.quiet', w('noFace')));
  }

  // ---- saving, and what follows from it
  async function save() {
    const changed = shop.changed();
    for (const f of changed) {
      try { await shop.save(f.path); } catch (e) {
        if (e.code === 'changed') {
          const now = await shop.reread(f.path);
          f.saved = now ? now.text : null;
          f.mark = now ? now.mark : '';
          f.stale = true;
          f.began = f.mark;
          toast(w('changed'));
        } else toast(e.message);
        drawFiles();
        return;
      }
    }
    drawFiles();
    if (changed.length) toast(w('saved'));
    check();
    await runTests();
    await trial.follow();
    if (shown === 'tests' && trial.state?.follow?.differences.length) { shown = 'game'; drawTabs(); }
  }

  function newFile() {
    const field = h('input', { id: 'new-file', value: `scenarios/${name}/`, required: true });
    const d = dialog(w('newFile'), w('close'), h('form.narrow', { onsubmit: (e) => {
      e.preventDefault();
      const p = field.value.trim();
      if (!/^(scenarios|cards)\/[\w-]+(\/[\w-]+)+\.(regel|csv)$/.test(p) || p.split('/')[1] !== name || shop.files.has(p)) { toast(w('fileName')); return; }
      shop.add({ path: p, text: '', mark: '', writable: true, fresh: true });
      d.close();
      showFile(p);
      shop.write(p, '\n');
      editor.replace('\n');
    } }, h('label', { for: 'new-file' }, w('fileName')), field, h('button.main', w('newFile'))));
    field.focus();
  }

  /** All places of a name, each looked at: a place that does not read so is not touched. */
  function rename() {
    const state = editor.now(), head = state.selection.main.head, l = state.doc.lineAt(head), word = state.wordAt(head);
    const old = word ? state.sliceDoc(word.from, word.to) : '';
    const s = old && meant({ line: l.number, column: new TextEncoder().encode(l.text.slice(0, head - l.from)).length + 1, word: old });
    const refuse = (why) => toast(w('notRenamed', { why: w(why) }));
    if (!s || s.name !== old) { refuse('notFound'); return; }
    const places = [s.place, ...(s.references || [])];
    if (places.some((p) => !shop.files.has(p.file))) { refuse('foreign'); return; }
    const field = h('input', { id: 'new-name', value: old, required: true, pattern: '[a-z_][A-Za-z0-9_]*' });
    const d = dialog(`${w('rename')}: ${old}`, w('close'), h('form.narrow', { onsubmit: (e) => { e.preventDefault(); d.close(); apply(places, old, field.value); } },
      h('label', { for: 'new-name' }, w('newName')), field, h('button.main', `${w('rename')} (${places.length})`)));
    field.select();
  }

  function apply(places, old, fresh) {
    const home = path, byFile = new Map();
    for (const p of places) byFile.set(p.file, [...(byFile.get(p.file) || []), p]);
    for (const [file, all] of byFile) {
      showFile(file);
      const done = new Set();
      for (const p of all.sort((a, b) => b.line - a.line || b.column - a.column)) {
        const key = `${p.line}:${p.column}`, text = editor.now().doc.line(p.line).text;
        if (done.has(key) || text.slice(p.column - 1, p.column - 1 + old.length) !== old) continue;
        done.add(key);
        editor.write({ line: p.line, column: p.column, end: p.column + old.length }, fresh);
      }
    }
    showFile(home);
  }

  // ---- begin
  drawTabs();
  const first = rest[1] ? decodeURIComponent(rest[1]) : `scenarios/${name}/game.regel`;
  showFile(shop.files.has(first) ? first : [...shop.files.keys()][0]);
  if (rest[2]) editor.go(Number(rest[2]));
  drawMessages();
  check();
  if (!shop.foreign) get('faces', { name, lang: spoken() }).then((all) => { for (const f of all) trial.faces.set(f.id, f); }).catch(() => {});
  const warn = (e) => { if (shop.changed().length && !shop.draftKeys().length) e.preventDefault(); };
  addEventListener('beforeunload', warn);
  return () => { closed = true; clearTimeout(timer); removeEventListener('beforeunload', warn); shop.stop(); editor.close(); };
}
