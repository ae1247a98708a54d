// All games, the form that begins one, and the links of its seats.
import { h, show, get, post, toast, keep } from '/dom.js';
import { nameOf, spoken, unnamed, w } from '/words.js';

const join = (token, lang) => `${location.origin}/#join=${token}${lang ? '&lang=' + lang : ''}`;

export async function open(main, rest, page) {
  page.head('');
  const kept = page.where === 'links' && keep(`links ${rest[0]}`);
  if (kept) {
    page.head(w('links'));
    links(main, JSON.parse(kept));
    return;
  }
  const home = await get('home', { lang: spoken() });
  const name = rest[0] === 'new' ? rest[1] : rest[0] || null;
  if (!home.owner) show(main, keyForm(page), list(home, false));
  else if (name) await form(main, decodeURIComponent(name), page);
  else show(main, list(home, true), await foreign(), stored(home));
}

/** Rules that somebody was sent are tried out without being put anywhere. */
async function foreign() {
  await import('/work_words.js');
  const { takeForeign } = await import('/shop.js');
  const field = h('input', { type: 'file', id: 'foreign', multiple: true, accept: '.regel,.po,.csv', onchange: async () => {
    const where = await takeForeign(field.files);
    if (where) location.hash = where;
    else toast(w('noGameLine'));
  } });
  return h('section', { 'aria-label': w('upload') }, h('h2', h('label', { for: 'foreign' }, w('upload'))), h('p.quiet', w('uploadHelp')), h('p', field));
}

function keyForm(page) {
  const field = h('input', { type: 'password', id: 'key', autocomplete: 'current-password', required: true });
  return h('form.panel.narrow', { onsubmit: async (e) => {
    e.preventDefault();
    try { await post('owner', { key: field.value }); page.go(); } catch (x) { toast(x.message); }
  } }, h('p', w('keyHelp')), h('label', { for: 'key' }, w('key')), field, h('button.main', w('enter')));
}

function seatsOf(r) {
  return r.fewest === r.most ? `${r.most} ${w(r.most === 1 ? 'player' : 'players')}` : `${r.fewest}–${r.most} ${w('players')}`;
}

function list(home, may) {
  return h('section', { 'aria-label': w('home') }, h('h2', w('start')),
    h('ul.games', home.rulesets.map((r) => h('li.panel',
      h('h3', r.title || r.game),
      r.error ? h('p.error', r.error) : h('p.quiet', seatsOf(r)),
      h('p.links',
        may && !r.error && h('a.button.main', { href: `#/new/${r.game}` }, w('solo'), h('span.hidden', ` ${r.title}`)),
        !r.error && h('a.button', { href: `#/read/${r.game}` }, w('cards'), h('span.hidden', ` ${r.title}`)),
        may && h('a.button', { href: `#/write/${r.game}` }, w('write'), h('span.hidden', ` ${r.title || r.game}`)),
        may && !r.error && h('a.button', { href: `#/translate/${r.game}` }, w('translate'), h('span.hidden', ` ${r.title}`)))))));
}

function stored(home) {
  const when = new Intl.DateTimeFormat(spoken(), { dateStyle: 'medium', timeStyle: 'short' });
  return h('section', { 'aria-label': w('stored') }, h('h2', w('stored')),
    (home.games || []).length ? h('ul.stored', home.games.map(({ stored: g, watch }) => h('li',
      h('a', { href: g.over ? `#/replay/${g.id}/all` : keep(`sat ${g.id}`) || `#join=${watch}` }, `${g.title} `, h('span.quiet', `№ ${g.id}`)),
      h('span.quiet', ` ${g.players.map((p, i) => (p.name || unnamed(i)) + (p.won ? ' ★' : '')).join(', ')} · `,
        `${when.format(new Date(g.begun))} · ${g.over ? w('finished') : w('running')}`))))
      : h('p.quiet', w('nothing')));
}

// ---- the form ----------------------------------------------------------------

async function form(main, name, page) {
  const chosen = { packs: [], options: {}, seats: [] };
  await draw(main, name, chosen, page);
}

async function draw(main, name, chosen, page) {
  let data;
  try {
    data = await get('setup', { name: chosen.packs.length ? `${name}+${chosen.packs.join(',')}` : name, lang: spoken() });
  } catch (e) { show(main, h('p.error', e.message)); return; }
  const { setup, packs } = data;
  page.head(setup.title);
  if (!chosen.seats.length) {
    const own = keep('name') || '';
    for (let i = 0; i < setup.fewest; i++) chosen.seats.push({ name: i ? '' : own, bot: i ? 30 : null, lang: spoken() });
  }
  /* What was clicked stays where it was, for who has no mouse. */
  const again = async () => {
    const label = document.activeElement?.getAttribute('aria-label') || document.activeElement?.parentNode?.textContent;
    await draw(main, name, chosen, page);
    [...main.querySelectorAll('form button, form input')].find((b) => (b.getAttribute('aria-label') || b.parentNode.textContent) === label)?.focus();
  };
  show(main, h('form.panel.wide', { onsubmit: (e) => { e.preventDefault(); begin(main, name, chosen, page); } },
    h('h2', w('start')),
    packs.length > 0 && h('fieldset', h('legend', w('packs')), packs.map((p) => h('label.check',
      h('input', { type: 'checkbox', checked: chosen.packs.includes(p), onchange: (e) => {
        chosen.packs = e.target.checked ? [...chosen.packs, p] : chosen.packs.filter((x) => x !== p);
        again();
      } }), p))),
    seatFields(setup, chosen, again),
    setup.options.length > 0 && h('details', { open: Boolean(chosen.open), ontoggle: (e) => { chosen.open = e.target.open; } }, h('summary', w('options')), h('div.grid', setup.options.map((o) => option(o, chosen)))),
    h('p', h('button.main', { type: 'submit' }, w('begin')))));
}

function option(o, chosen) {
  const id = `o-${o.id}`;
  const set = (e) => { chosen.options[o.id] = e.target.value; };
  return h('p.field', h('label', { for: id }, o.name), o.choices.length
    ? h('select', { id, onchange: set }, h('option', { value: '' }, [w('standard'), o.choices.find((c) => String(c.value) === String(o.value))?.text].filter(Boolean).join(': ')),
      o.choices.map((c) => h('option', { value: c.value, selected: chosen.options[o.id] === c.value }, c.text)))
    : h('input', { id, type: 'number', min: o.least, max: o.most, value: chosen.options[o.id] ?? '', placeholder: `${w('standard')}: ${o.value}`, onchange: set }));
}

function seatFields(setup, chosen, again) {
  const langs = setup.languages;
  const rows = chosen.seats.map((s, i) => h('div.seat', { role: 'group', 'aria-label': `${w('seat')} ${i + 1}` },
    h('b', String(i + 1)),
    h('input', { 'aria-label': `${w('name')}, ${w('seat')} ${i + 1}`, placeholder: w('name'), maxLength: 30, value: s.name, oninput: (e) => { s.name = e.target.value; if (!i) keep('name', s.name); } }),
    h('select', { 'aria-label': `${w('who')}, ${w('seat')} ${i + 1}`, onchange: (e) => { s.bot = e.target.value === '' ? null : Number(e.target.value); } },
      [['', 'person'], ['0', 'bot0'], ['30', 'bot30'], ['120', 'bot120']].map(([v, word]) =>
        h('option', { value: v, selected: String(s.bot ?? '') === v }, w(word)))),
    h('select', { 'aria-label': `${w('language')}, ${w('seat')} ${i + 1}`, onchange: (e) => { s.lang = e.target.value; } },
      langs.map((c) => h('option', { value: c, selected: s.lang === c }, nameOf(c))))));
  return h('fieldset', h('legend', w('seats')), rows,
    setup.most > setup.fewest && h('p',
      h('button', { type: 'button', disabled: chosen.seats.length >= setup.most, 'aria-label': `+ ${w('seat')}`, onclick: () => { chosen.seats.push({ name: '', bot: 30, lang: spoken() }); again(); } }, '+'), ' ',
      h('button', { type: 'button', disabled: chosen.seats.length <= setup.fewest, 'aria-label': `− ${w('seat')}`, onclick: () => { chosen.seats.pop(); again(); } }, '−'), ' ',
      h('span.quiet', `${chosen.seats.length} ${w(chosen.seats.length === 1 ? 'player' : 'players')}`)));
}

async function begin(main, name, chosen, page) {
  try {
    const game = await post('new', { name, lang: spoken(), packs: chosen.packs, options: chosen.options, seats: chosen.seats });
    const people = game.seats.filter((s) => s.token);
    if (people.length < 2) { await sit(game, people); return; }
    /* Whoever sits down before he has sent them finds them again. */
    keep(`links ${game.game}`, JSON.stringify(game));
    location.hash = `#/links/${game.game}`;
  } catch (e) { toast(e.message); }
}

/** Takes seats at this screen and goes to the first of them. */
export async function sit(game, seats) {
  for (const s of seats) await post('join', { token: s.token });
  const first = seats[0] ? game.seats.indexOf(seats[0]) + 1 : 'watch';
  if (seats.length === 1 && seats[0].lang) keep('lang', seats[0].lang);
  location.hash = `#/g/${game.game}/${first}`;
}

export function links(main, game) {
  const people = game.seats.filter((s) => s.token);
  const row = (label, token, lang, more) => h('li.row',
    h('b', label),
    h('input', { readOnly: true, value: join(token, lang), 'aria-label': `${w('links')}: ${label}`, onfocus: (e) => e.target.select() }),
    h('button', { type: 'button', onclick: async (e) => { await navigator.clipboard?.writeText(join(token, lang)); e.target.textContent = w('copied'); } }, w('copy'), h('span.hidden', ` ${label}`)),
    more);
  const called = (s) => s.name || unnamed(game.seats.indexOf(s));
  show(main, h('section.panel.wide', h('h2', w('links')), h('p', w('linksHelp')),
    h('ul.tokens',
      people.map((s) => row(called(s), s.token, s.lang,
        h('button.main', { type: 'button', onclick: () => sit(game, [s]) }, w('sit'), h('span.hidden', ` ${called(s)}`)))),
      row(w('watch'), game.watch, null,
        h('button', { type: 'button', onclick: () => sit(game, []) }, w('watch')))),
    people.length > 1 && h('p', h('button.main', { type: 'button', onclick: () => sit(game, people) }, w('sitAll')))));
}
