// The cards of a ruleset, searched in any language.
import { h, show, get } from '/dom.js';
import { spoken, w } from '/words.js';
import { face } from '/table.js';

const plain = (s) => s.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Everything that is said of a card, for searching. */
function wordsOf(f) {
  return plain([f.title, f.noun, f.story, ...(f.texts || []), ...(f.values || []).map((v) => `${v.name} ${v.text}`), ...(f.inner || []).map((i) => i.title)].filter(Boolean).join(' '));
}

export async function open(main, rest, page) {
  const name = decodeURIComponent(rest[0] || ''), lang = spoken();
  const { setup } = await get('setup', { name, lang });
  page.head(setup.title, [h('a.button', { href: `#/new/${name}` }, w('solo'))]);
  const codes = setup.languages;
  const cards = await get('faces', { name, lang });
  const texts = new Map(cards.map((f) => [f.id, wordsOf(f)]));
  const kinds = [...new Map(cards.map((f) => [f.kind, f.noun])).entries()];
  let kind = '', sought = rest[1] ? decodeURIComponent(rest[1]) : '';

  const list = h('ul.cards');
  const count = h('p.quiet', { role: 'status' });
  const search = h('input', { type: 'search', placeholder: w('search'), 'aria-label': w('search'), value: sought, oninput: (e) => { sought = e.target.value; draw(); } });
  const pick = h('select', { 'aria-label': w('kind'), onchange: (e) => { kind = e.target.value; draw(); } },
    h('option', { value: '' }, w('everything')), kinds.map(([id, noun]) => h('option', { value: id }, noun)));
  const cardsBox = h('section', { 'aria-label': w('cards') }, h('div.searching', search, pick), count, list);
  const { owner } = await get('seats').catch(() => ({}));
  const bookBox = h('section', { 'aria-label': w('rulebook'), hidden: true });
  const turn = (on) => async () => {
    cardsBox.hidden = on;
    bookBox.hidden = !on;
    for (const b of tabs.children) b.setAttribute('aria-pressed', String((b.dataset.book === 'true') === on));
    if (on && !bookBox.firstChild) (await import('/book.js')).book(bookBox, name);
  };
  const tabs = h('p.links', h('button', { type: 'button', 'aria-pressed': 'true', data: { book: 'false' }, onclick: turn(false) }, w('cards')),
    h('button', { type: 'button', 'aria-pressed': 'false', data: { book: 'true' }, onclick: turn(true) }, w('rulebook')));
  let data = null, paint = null;
  const painted = h('label.check', h('input', { type: 'checkbox', onchange: async (e) => {
    if (e.target.checked && !data) {
      paint = await import('/paint.js');
      data = await paint.known(name);
    }
    list.dataset.painted = String(e.target.checked && Boolean(data));
    draw();
  } }), ' ', w('painted'));
  if (owner) cardsBox.firstChild.append(painted);
  show(main, owner && tabs, cardsBox, bookBox);

  /** What is known about a card, which ends where its file declares the next thing. */
  function about(f) {
    if (!data || list.dataset.painted !== 'true' || !f.place?.file) return null;
    const next = Math.min(...data.begins.filter((x) => x.file === f.place.file && x.line > f.place.line).map((x) => x.line), f.place.line + 60);
    const messages = [];
    for (let i = f.place.line; i < next; i++) messages.push(...(data.found.get(`${f.place.file}:${i}`) || []));
    return [paint.share(data, paint.ranIn(data, f.place.file, f.place.line, next)), ' ', paint.testing(paint.ranIn(data, f.place.file, f.place.line, next, data.testedLines)), messages.map((m) => h('p.message.warning', m.text, ' ', h('small.quiet', m.code)))];
  }

  function draw() {
    const parts = plain(sought).split(/\s+/).filter(Boolean);
    const found = cards.filter((f) => (!kind || f.kind === kind) && parts.every((p) => texts.get(f.id).includes(p)));
    count.textContent = `${found.length} / ${cards.length}`;
    show(list, found.slice(0, 400).map((f) => h('li.panel.printed', face(f), about(f), h('p.quiet.foot',
      f.copies > 1 ? `${f.copies} ${w('copies')} · ` : '', f.place?.file ? h('code', owner ? h('a', { href: `#/write/${name}/${encodeURIComponent(f.place.file)}/${f.place.line}` }, `${f.place.file}:${f.place.line}`) : `${f.place.file}:${f.place.line}`) : ''))));
  }
  draw();
  // the other languages come when they come: then they are searched, too
  for (const code of codes.filter((c) => c !== lang)) {
    get('faces', { name, lang: code }).then((others) => {
      for (const f of others) texts.set(f.id, `${texts.get(f.id) || ''} ${wordsOf(f)}`);
      if (sought) draw();
    }).catch(() => {});
  }
}
