// Words of a ruleset in one language: what is missing and stale first, each beside the
// card or the line of the log that it is on, in all languages.
import { get, h, show, toast, keep, post } from '/dom.js';
import { nameOf, names, spoken, w } from '/words.js';
import '/work_words.js';
import { face } from '/table.js';
import { Shop } from '/shop.js';

const keyOf = (m) => `${m.context}\u0004${m.id}`;
const order = { missing: 0, stale: 1, fine: 2 };

/** The words of a text that stand in a log as they are: not what is filled in, nor other
 *  forms, nor the first, which is a verb that follows who acts. */
function literal(text) {
  const all = text.replace(/(?<!\{[^}]*)\|.*$/s, '').replace(/\{[^{}]*\}/g, ' ').split(/[^\p{L}]+/u).filter((t) => t.length > 1);
  return all.length > 1 ? all.slice(1) : all.map((t) => t.slice(0, 4));
}

/** The line of a log that has most of them; null if none has all. */
function lineOf(lines, text) {
  const parts = literal(text).map((t) => t.toLocaleLowerCase());
  if (parts.join('').length < 4) return null;
  return lines.find((l) => { const s = l.toLocaleLowerCase(); return parts.every((t) => s.includes(t)); }) || null;
}

export async function open(main, rest, page) {
  const name = decodeURIComponent(rest[0] || ''), shop = new Shop(name);
  const lang = rest[1] || (spoken() === 'en' ? 'nl' : spoken());
  const draftKey = `words ${name} ${lang}`;
  let drafts = new Map(JSON.parse(keep(draftKey) || '[]')), data = null, mark = '', current = null, filter = 'all', sought = '', timer = 0, closed = false;
  const others = new Map(); // code: map of messages

  const list = h('ul.words-list', { 'aria-label': w('texts') });
  const middle = h('section.words-one', { 'aria-label': w('translate'), tabIndex: 0 });
  const beside = h('section.words-beside', { 'aria-label': w('usedHere'), tabIndex: 0 });
  const busy = h('span.quiet', { role: 'status' });
  const saveButton = h('button.main', { type: 'button', onclick: save }, w('save'));
  const count = h('p.quiet', { role: 'status' });
  const pick = h('select', { 'aria-label': w('show'), onchange: (e) => { filter = e.target.value; drawList(); } },
    ['all', 'missing', 'stale', 'findings', 'draft'].map((f) => h('option', { value: f }, w(`words_${f}`))));
  const search = h('input', { type: 'search', 'aria-label': w('filter'), placeholder: w('filter'), oninput: (e) => { sought = e.target.value.toLocaleLowerCase(); drawList(); } });
  show(main, h('div.translate', h('nav.side', { 'aria-label': w('texts') }, h('div.searching', search, pick), count, list), middle, beside));
  const spokenHere = await get('setup', { name, lang: spoken() }).then((d) => d.setup.languages, () => []);
  const codes = [...new Set([...Object.keys(names), ...spokenHere])].filter((c) => c !== 'en');
  const head = () => page.head(`${w('translate')}: ${name}`, [busy,
    h('label.pick', h('span.hidden', w('into')), h('select', { onchange: (e) => { location.hash = `#/translate/${name}/${e.target.value}`; } },
      [...new Set([...codes, lang])].map((c) => h('option', { value: c, selected: c === lang }, nameOf(c))))),
    saveButton, h('a.button', { href: `#/write/${name}` }, w('write')), h('a.button', { href: `#/read/${name}` }, w('cards'))]);
  head();
  shop.onwork = () => { busy.textContent = shop.running.size ? w('working') : ''; };

  const words = () => [...drafts.values()];
  const keepDrafts = () => { keep(draftKey, JSON.stringify([...drafts])); saveButton.disabled = !drafts.size; };

  async function refresh() {
    const answer = await shop.work('translate', { lang, words: words(), files: {} });
    if (!answer || closed) return;
    if (!answer.words) { show(main, h('p.error', answer.why || w('broken'))); return; }
    data = answer.words;
    mark = answer.mark;
    keepDrafts();
    drawList();
    if (current) drawFindings();
  }

  const fits = (m) => (filter === 'all' || (filter === 'findings' ? m.findings.length > 0 : filter === 'draft' ? drafts.has(keyOf(m)) : m.state === filter))
    && (!sought || [m.id, m.context, ...m.text].join(' ').toLocaleLowerCase().includes(sought));

  function drawList() {
    const all = data.messages.filter((m) => m.id), found = all.filter(fits);
    /* What is being translated keeps its place until the page is opened again. */
    found.sort((a, b) => place(a) - place(b));
    const n = (state) => all.filter((m) => m.state === state).length;
    count.textContent = `${n('fine')} / ${all.length} · ${n('missing')} ${w('words_missing')} · ${n('stale')} ${w('words_stale')}`;
    show(list, found.slice(0, 500).map((m) => h('li', h('button.file', { type: 'button', 'aria-current': keyOf(m) === current ? 'true' : undefined, data: { state: m.state, bad: String(m.findings.length > 0) }, onclick: () => choose(m) },
      h('span', m.id), h('small.quiet', m.context), m.state !== 'fine' && h('span.tag', w(`words_${m.state}`)), m.findings.length > 0 && h('span.tag.bad', '!'), drafts.has(keyOf(m)) && h('span.dot', { title: w('draft'), 'aria-label': w('draft') }, '●')))));
  }
  const places = new Map();
  const place = (m) => { const k = keyOf(m); if (!places.has(k)) places.set(k, order[m.state] * 1e6 + data.messages.indexOf(m)); return places.get(k); };

  const findings = h('div.words-findings', { 'aria-live': 'polite' });
  const now = () => data.messages.find((m) => keyOf(m) === current);
  function drawFindings() {
    const m = now();
    show(findings, m.findings.length ? h('ul.messages', m.findings.map((f) => h('li.message.warning', h('p', f.text.replace(`${m.context}: `, ''), ' ', h('small.quiet', f.code)), f.note && h('p.quiet', f.note)))) : m.text.some(Boolean) && h('p.fine', w('wordsFine')));
  }

  function choose(m) {
    current = keyOf(m);
    const forms = m.text.length;
    const fields = m.text.map((text, i) => h('textarea', { id: `form-${i}`, lang, rows: 3, value: text, oninput: () => typed(m, fields) }));
    show(middle, h('p.quiet', m.context), h('p.lead', { lang: 'en' }, m.id), m.plural && h('p.lead.quiet', { lang: 'en' }, m.plural),
      m.was && h('p.quiet', w('was'), ' ', h('del', m.was)),
      fields.map((f, i) => [h('label', { for: `form-${i}` }, forms > 1 ? `${nameOf(lang)} ${i + 1}/${forms}` : nameOf(lang)), f]),
      findings, m.state === 'stale' && h('p', h('button', { type: 'button', onclick: () => typed(m, fields) }, w('stillFine'))),
      m.about && h('p.quiet.about', m.about), m.places && h('p.quiet', h('code', m.places)),
      h('p', h('button', { type: 'button', onclick: next }, w('next'))));
    drawFindings();
    drawList();
    fields[0].focus();
    look(m);
  }

  function next() {
    const all = [...list.querySelectorAll('button')], at = all.findIndex((b) => b.getAttribute('aria-current'));
    (all[at + 1] || all[0])?.click();
  }

  function typed(m, fields) {
    drafts.set(keyOf(m), { context: m.context, id: m.id, text: fields.map((f) => f.value) });
    keepDrafts();
    clearTimeout(timer);
    timer = setTimeout(async () => { await refresh(); if (current === keyOf(m)) look(m); }, 300);
  }

  // ---- where it is used
  async function look(m) {
    const thing = /^thing\.([a-z0-9_]+)/i.exec(m.context), on = /^On ([^,:\n]+)/m.exec(m.about || '');
    const files = { [data.file]: data.text };
    const textIn = (c) => (c === 'en' ? m.id : c === lang ? now()?.text[0] : others.get(c)?.get(keyOf(m))?.text[0]) || '';
    const draw = (cards, lines) => show(beside,
      cards?.length > 0 && [h('h3', w('usedHere')), cards.map(([c, f]) => h('div', { lang: c }, h('h4', nameOf(c)), h('div.panel.printed', face(f))))],
      lines?.length > 0 && [h('h3', w('log')), h('dl.others.told', lines.map(([c, l]) => [h('dt', nameOf(c)), h('dd', { lang: c }, l)]))],
      h('h3', w('otherLanguages')), h('dl.others', codes.filter((c) => c !== lang).map((c) => [h('dt', nameOf(c)), h('dd', { lang: c }, others.has(c) ? textIn(c) : '…')])));
    const own = (all) => [...all.filter(([c]) => c === lang), ...all.filter(([c]) => c !== lang)];
    const gone = () => closed || current !== keyOf(m);
    draw();
    const card = thing || on ? await shop.work('face', { id: thing ? thing[1] : '', title: thing ? '' : on[1], files }) : null;
    if (gone()) return;
    const cards = card?.faces ? own(Object.entries(card.faces)) : [];
    draw(cards);
    const told = await shop.work('tell', { files });
    if (gone() || !told?.logs) return;
    draw(cards, own(Object.entries(told.logs)).map(([c, l]) => [c, textIn(c) && lineOf(l.lines, textIn(c))]).filter(([, l]) => l));
  }

  async function save() {
    if (!data || !drafts.size) return;
    await refresh();
    try {
      const saved = await post('save', { name, path: data.file, text: data.text, mark });
      mark = saved.mark;
      drafts = new Map();
      keepDrafts();
      toast(w('saved'));
      await refresh();
    } catch (e) { toast(e.code === 'changed' ? w('changed') : e.message); }
  }
  const keys = (e) => { if ((e.ctrlKey || e.metaKey) && e.key === 's') { e.preventDefault(); save(); } if (e.altKey && e.key === 'ArrowDown') { e.preventDefault(); next(); } };
  addEventListener('keydown', keys);

  await refresh();
  if (data) {
    list.querySelector('button')?.click();
    for (const c of codes.filter((x) => x !== lang)) {
      const answer = await new Shop(name).work('translate', { lang: c, files: {} });
      if (closed) break;
      if (answer?.words) others.set(c, new Map(answer.words.messages.map((m) => [keyOf(m), m])));
      const empty = [...beside.querySelectorAll(`dd[lang="${c}"]`)].find((d) => d.textContent === '…');
      if (empty) empty.textContent = others.get(c)?.get(current)?.text[0] || '';
    }
  }
  return () => { closed = true; clearTimeout(timer); removeEventListener('keydown', keys); shop.stop(); };
}
