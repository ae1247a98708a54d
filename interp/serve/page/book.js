// The rulebook row by row: what implements it, which tests stand on it and whether they
// pass, and what was found about its rules.
import { h, show } from '/dom.js';
import { w } from '/words.js';
import { known, links, ranIn, share, testing } from '/paint.js';

const at = (name, place) => `#/write/${name}/${encodeURIComponent(place.file)}/${place.line}`;

export async function book(box, name) {
  show(box, h('p.quiet', w('working')));
  const data = await known(name);
  if (!data) { show(box, h('p.error', w('broken'))); return; }
  const failed = new Map(data.tests.tests.filter((t) => !t.passed).map((t) => [`${t.place.file}:${t.place.line}`, t]));
  const { found } = data;
  const key = (c) => `${c.place.file}:${c.place.line}`;
  const stateOf = (r) => (r.tests.some((t) => failed.has(key(t))) ? 'failing' : r.left_out.length ? 'leftOut' : !r.rules.length && !r.tests.length ? 'noRule' : !r.tests.length ? 'noTest' : 'fine');
  let wanted = '', sought = '';
  const list = h('ul.rows');
  const count = h('p.quiet', { role: 'status' });
  const states = ['fine', 'failing', 'noTest', 'noRule', 'leftOut'];
  const places = (all, mark) => all.map((c) => h('li', mark(c), ' ', h('a', { href: at(name, c.place) }, h('code', `${c.place.file.split('/').slice(2).join('/')}:${c.place.line}`)), ' ', h('span.quiet', c.what), ' ',
    mark(c) === '§' && [share(data, ranIn(data, c.place.file, c.place.line, c.place.line + 1)), ' ', testing(ranIn(data, c.place.file, c.place.line, c.place.line + 1, data.testedLines))], (found.get(key(c)) || []).map((m) => h('p.message.warning', m.text, ' ', h('small.quiet', m.code)))));
  function draw() {
    const rows = data.rows.filter((r) => (!wanted || stateOf(r) === wanted) && (!sought || `${r.id} ${r.text}`.toLocaleLowerCase().includes(sought)));
    const n = (s) => data.rows.filter((r) => stateOf(r) === s).length;
    count.textContent = `${rows.length} / ${data.rows.length} · ${states.filter(n).map((s) => `${n(s)} ${w(`row_${s}`)}`).join(' · ')}`;
    show(list, rows.slice(0, 800).map((r) => h('li.row-of-book', { data: { state: stateOf(r) } }, h('details', h('summary', h('b', r.id), ' ', r.text, ' ', h('span.tag', w(`row_${stateOf(r)}`)), ' ', share(data, data.shares.get(r.id)), ' ', testing(data.testedRules.get(r.id))),
      r.rules.length > 0 && [h('h4', w('rule')), h('ul', places(r.rules, () => '§'))],
      r.tests.length > 0 && [h('h4', w('tests')), h('ul', places(r.tests, (t) => (failed.has(key(t)) ? '✗' : '✓')))],
      data.games.has(r.id) && h('p', w('inGames'), ' ', links(data, r.id).flatMap((a) => [a, ' '])),
      r.left_out.map((o) => h('p.quiet', o.what))))));
  }
  show(box, h('div.searching', h('input', { type: 'search', placeholder: w('filter'), 'aria-label': w('filter'), oninput: (e) => { sought = e.target.value.toLocaleLowerCase(); draw(); } }),
    h('select', { 'aria-label': w('show'), onchange: (e) => { wanted = e.target.value; draw(); } }, h('option', { value: '' }, w('everything')), states.map((s) => h('option', { value: s }, w(`row_${s}`))))), count, list);
  draw();
}
