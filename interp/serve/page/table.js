// The table as one reader knows it: board, hands, piles and fields, from data alone.
import { h, show } from '/dom.js';
import { unnamed, w } from '/words.js';

/** Which pile it is: of equal cards only those light up that lie where the answer's do. */
const placeOf = (c) => [c.field, c.of?.id, c.for?.text].join('|');
/** Is this value of an answer the thing that was looked at, there where it lies? */
export const means = (v, ref) => v.thing?.id === ref.id && (!ref.place || !v.in || placeOf(v.in) === ref.place);
export const answersTo = (ask, ref) => (ask?.answers || []).filter((a) => (a.values || []).some((v) => means(v, ref)));

const isPile = (c) => c.things !== undefined;
const valueOf = (c) => c.value?.text ?? c.text ?? '';
const capital = (s) => s.charAt(0).toLocaleUpperCase() + s.slice(1);

/** A thing that can be looked at, and answered with where it is an answer. */
export function thing(ref, ctx, what = 'button.thing') {
  if (!ref.id) return h('span.back', { title: ref.title, 'aria-label': ref.title });
  const n = ctx.answersFor(ref).length;
  return h(what + (n ? '.can' : ''), { type: 'button', data: { thing: ref.id }, onclick: () => ctx.pick(ref),
    'aria-label': n ? `${ref.title}: ${w('choose')}` : undefined }, ref.title);
}

/** A card as it is printed. */
export function face(f, small) {
  const values = (f.values || []).filter((v) => v.shown && v.text && !v.back);
  const texts = f.slots?.length ? f.slots.filter((s) => s.text).map((s) => [s.name, s.text]) : (f.texts || []).map((t) => [null, t]);
  const el = h('div.face' + (small ? '.small' : ''),
    h('div.title', h('b', capital(f.title)), h('span.noun', f.noun || '')),
    values.length > 0 && h('dl.values', values.map((v) => h('div', h('dt', capital(v.name)), h('dd', v.text)))),
    f.story && h('p.story', f.story),
    texts.map(([name, t]) => h('p.text', name && f.slots.length > 1 && h('span.slot', `${capital(name)}: `), t)),
    (f.inner || []).map((i) => h('div.inner', h('b', capital(i.title)), (i.texts || []).map((t) => h('p.text', t)))));
  if (f.colour) el.dataset.colour = f.colour;
  return el;
}

/** A card on the table: its face if it is known, its back if not. */
function card(ref, ctx) {
  const f = ref.id && ctx.faces.get(ref.id);
  if (!f || !f.card) return thing(ref, ctx);
  const n = ctx.answersFor(ref).length;
  return h('button.card' + (n ? '.can' : ''), { type: 'button', data: { thing: ref.id }, onclick: () => ctx.pick(ref),
    'aria-label': n ? `${ref.title}: ${w('choose')}` : ref.title }, face(f, true));
}

function pile(c, ctx, large) {
  const known = c.things.filter((t) => t.id).map((t) => ({ ...t, place: placeOf(c) }));
  const hidden = c.things.length - known.length;
  const label = capital(c.name) + (c.for ? ` · ${c.for.text}` : '');
  const groups = new Map();
  for (const t of known) groups.set(t.id, [...(groups.get(t.id) || []), t]);
  const some = [...groups.values()];
  const open = large || some.length <= 6 || some.some(([t]) => ctx.answersFor(t).length);
  const body = some.map(([t, ...more]) => h('li', large ? card(t, ctx) : thing(t, ctx), more.length > 0 && h('span.times', `×${more.length + 1}`)));
  return h('div.pile' + (large ? '.hand' : ''), { role: 'group', 'aria-label': `${label}: ${c.count}` },
    h('div.label', label, ' ', h('span.count', String(c.count))),
    hidden > 0 && h('div.deck', { 'aria-label': `${hidden} ${w('hidden')}`, role: 'img' },
      h('span.sheet'), hidden > 1 && h('span.sheet'), hidden > 2 && h('span.sheet'), h('b', String(hidden))),
    body.length > 0 && (open ? h('ul', body) : h('details', h('summary', w('more')), h('ul', body))));
}

function fact(c, ctx) {
  const label = capital(c.name) + (c.for ? ` · ${c.for.text}` : '');
  const ref = c.value?.thing;
  return h('div.fact', h('dt', label), h('dd', c.seen ? (ref && ref.kind !== 'player' ? thing(ref, ctx) : valueOf(c) || '–') : h('span.quiet', w('hidden'))));
}

/** Facts that say nothing: no, none, 0. */
const says = (c) => c.seen && !(c.value && (c.value.none || c.value.flag === false));

function player(id, title, cells, ctx) {
  const seat = Number(id.replace(/\D+/g, '')) - 1;
  const mine = seat === ctx.you;
  const facts = cells.filter((c) => !isPile(c) && c.shown && says(c));
  const piles = cells.filter((c) => isPile(c) && c.shown && c.count > 0);
  const bot = ctx.seats[seat]?.bot;
  return h('section.player' + (mine ? '.mine' : ''), { 'aria-label': title },
    h('h3', thing({ id, title }, ctx, 'button.who'), mine && h('span.tag', w('you')), bot && h('span.tag', w('bot'))),
    facts.length > 0 && h('dl.facts', facts.map((c) => fact(c, ctx))),
    piles.length > 0 && h('div.piles', piles.map((c) => pile(c, ctx, mine && c.things.some((t) => t.id && ctx.faces.get(t.id)?.card)))));
}

/** Things with a place in rows and columns are drawn so. */
function gridOf(things) {
  const at = things.map((t) => /\((\d+), (\d+)\)$/.exec(t.id || ''));
  if (at.length < 4 || at.some((m) => !m)) return null;
  return { columns: Math.max(...at.map((m) => Number(m[1]))), at };
}

function grid(kind, rows, ctx, g) {
  const el = h('div.squares', { role: 'group', 'aria-label': capital(kind) });
  el.style.setProperty('--columns', String(g.columns));
  const cells = [...rows.values()];
  cells.forEach((cs, i) => {
    const ref = cs[0].of;
    const text = cs.filter(says).map(valueOf).filter(Boolean).join(' ');
    const n = ctx.answersFor(ref).length;
    const owner = cs.map((c) => c.value?.thing).find((t) => t?.kind === 'player');
    const b = h('button.square' + (n ? '.can' : ''), { type: 'button', data: { thing: ref.id, owner: owner ? owner.id : '' }, onclick: () => ctx.pick(ref),
      'aria-label': `${ref.title}${text ? ': ' + text : ''}` }, text);
    b.style.gridColumn = g.at[i][1];
    b.style.gridRow = g.at[i][2];
    el.append(b);
  });
  return el;
}

function kindTable(kind, cells, ctx) {
  const rows = new Map();
  for (const c of cells) rows.set(c.of.id, [...(rows.get(c.of.id) || []), c]);
  const g = gridOf([...rows.values()].map((cs) => cs[0].of));
  if (g) return grid(kind, rows, ctx, g);
  const shown = cells.filter((c) => c.shown && (isPile(c) ? c.count > 0 : says(c)));
  if (!shown.length) return null;
  const columns = [...new Set(shown.map((c) => c.field))];
  const names = new Map(shown.map((c) => [c.field, c.name]));
  const lines = [...rows.values()].filter((cs) => cs.some((c) => shown.includes(c)));
  return h('div.scroll', { tabIndex: 0, role: 'region', 'aria-label': capital(lines[0]?.[0].of.kind || kind) }, h('table',
    h('thead', h('tr', h('th', { scope: 'col' }, h('span.hidden', w('name'))), columns.map((f) => h('th', { scope: 'col' }, capital(names.get(f)))))),
    h('tbody', lines.map((cs) => h('tr', h('th', { scope: 'row' }, thing(cs[0].of, ctx)),
      columns.map((f) => h('td', cs.filter((c) => c.field === f && shown.includes(c)).map((c) => isPile(c) ? pile(c, ctx)
        : h('span', c.for ? h('span.quiet', `${c.for.text} `) : null, c.value?.thing ? thing(c.value.thing, ctx) : valueOf(c), ' ')))))))));
}

// ---- the board ---------------------------------------------------------------

function svgOf(text) {
  const doc = new DOMParser().parseFromString(text, 'image/svg+xml');
  const root = doc.documentElement;
  return root.nodeName === 'svg' ? document.importNode(root, true) : null;
}

function drawn(view, ctx) {
  const svg = svgOf(view.svg);
  if (!svg) return null;
  svg.setAttribute('role', 'group');
  svg.setAttribute('aria-label', view.title);
  svg.removeAttribute('width');
  svg.removeAttribute('height');
  for (const g of svg.querySelectorAll('.item')) {
    const mine = (g.dataset.answers || '').split(' ').filter(Boolean).map(Number);
    const id = g.dataset.thing, title = g.querySelector('title')?.textContent || '';
    const answers = ctx.live ? mine : [];
    if (!answers.length && !(id && ctx.faces.get(id))) continue;
    g.setAttribute('tabindex', '0');
    g.setAttribute('role', 'button');
    g.setAttribute('aria-label', answers.length ? `${title}: ${w('choose')}` : title);
    if (answers.length) g.classList.add('can');
    const act = () => ctx.pick({ id, title }, answers);
    g.addEventListener('click', (e) => { e.stopPropagation(); act(); });
    g.addEventListener('keydown', (e) => { if (e.key === 'Enter' || e.key === ' ') { e.preventDefault(); act(); } });
  }
  return svg;
}

/** What is sent: of each view what it is, and behind it the lines of its picture. */
function views(lines) {
  const all = [];
  for (const line of lines) {
    if (typeof line === 'object') all.push({ ...line, svg: '' });
    else all.at(-1).svg += `${line}\n`;
  }
  return all;
}

function board(lines, ctx) {
  if (!lines) return null;
  return views(lines).map((v) => {
    const svg = v.svg && v.width ? drawn(v, ctx) : null;
    return h('figure.board', { 'aria-label': v.title || w('board') }, v.title && h('figcaption', v.title),
      svg, (!svg || v.more) && (v.lines || []).length > 0 && h('pre', { tabIndex: 0, role: 'region', 'aria-label': v.title || w('board') }, v.lines.join('\n')));
  });
}

/** Draws all of it into `el`, and keeps what was open and where the focus was. */
export function draw(el, state, ctx) {
  const open = new Set([...el.querySelectorAll('details[open]')].map((d) => d.dataset.id));
  const focused = el.contains(document.activeElement) ? document.activeElement.dataset.thing || document.activeElement.dataset.item : null;
  const cells = state.table || [];
  const players = new Map(), kinds = new Map(), common = [];
  for (const c of cells) {
    if (!c.of) common.push(c);
    else if (c.of.kind === 'player') players.set(c.of.id, [...(players.get(c.of.id) || []), c]);
    else kinds.set(c.of.kind, [...(kinds.get(c.of.kind) || []), c]);
  }
  ctx.seats.forEach((s, i) => { if (!players.has(`player_${i + 1}`)) players.set(`player_${i + 1}`, []); });
  const titleOf = (id, cs) => cs[0]?.of.title || ctx.seats[Number(id.replace(/\D+/g, '')) - 1]?.name || unnamed(Number(id.replace(/\D+/g, '')) - 1);
  const facts = common.filter((c) => !isPile(c) && c.shown && says(c));
  const piles = common.filter((c) => isPile(c) && c.shown && c.count > 0);
  const order = [...players].sort(([a], [b]) => (b === `player_${ctx.you + 1}`) - (a === `player_${ctx.you + 1}`));
  const tables = [...kinds].map(([kind, cs]) => [kind, cs, kindTable(kind, cs, ctx)]).filter(([, , t]) => t);
  const boards = board(state.board, ctx);
  const grids = tables.filter(([, , t]) => t.className === 'squares'), rest = tables.filter(([, , t]) => t.className !== 'squares');
  const hasBoard = Boolean(boards && boards.length !== 0);
  show(el, hasBoard ? boards : null, !hasBoard ? grids.map(([, , t]) => t) : null,
    h('div.players', order.map(([id, cs]) => player(id, titleOf(id, cs), cs, ctx))),
    (facts.length > 0 || piles.length > 0) && h('section.common', { 'aria-label': w('common') }, h('h3', w('common')),
      piles.length > 0 && h('div.piles', piles.map((c) => pile(c, ctx))),
      facts.length > 0 && h('dl.facts', facts.map((c) => fact(c, ctx)))),
    rest.length > 0 && h('details.kinds', { data: { id: 'kinds' }, open: open.has('kinds') || (!hasBoard && !grids.length) }, h('summary', w('things')),
      rest.map(([, , t]) => t)));
  if (focused) el.querySelector(`[data-thing="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}
