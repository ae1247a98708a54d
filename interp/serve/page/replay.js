// A stored game, step by step, from any seat.
import { h, show, get, post, toast, say, dialog, keep } from '/dom.js';
import { spoken, unnamed, w } from '/words.js';
import { draw, face } from '/table.js';
import { logList, whyDialog } from '/play.js';
import { sit } from '/home.js';

const seatOf = (word) => word === 'all' ? -1 : word === 'watch' || !word ? -2 : Number(word) - 1;

export async function open(main, rest, page) {
  const game = Number(rest[0]), lang = spoken();
  let who = rest[1] || 'all', at = rest[2] === undefined ? -1 : Number(rest[2]);
  let data = null, asked = 0, timer = null;
  const faces = new Map();
  const ctx = { you: seatOf(who), faces, seats: [], live: false, answersFor: () => [], pick: (ref) => { if (faces.has(ref.id)) dialog(ref.title, w('close'), face(faces.get(ref.id))); } };

  const table = h('div.table', { role: 'region', 'aria-label': w('table') });
  const log = h('section.log-box', { 'aria-label': w('log') });
  const slider = h('input.slider', { type: 'range', min: 0, max: 0, value: 0, 'aria-label': w('step'), oninput: (e) => move(Number(e.target.value)) });
  const count = h('output', '');
  const view = h('select', { 'aria-label': w('seenBy'), onchange: (e) => { who = e.target.value; load(); } });
  const button = (text, label, to) => h('button', { type: 'button', 'aria-label': label, title: label, onclick: () => move(to()) }, text);
  const branch = h('button', { type: 'button', onclick: fork }, w('branch'));
  const what = h('p.prompt.quiet');
  const bar = h('section.ask.replay', { 'aria-label': w('replay') }, what,
    h('div.steps', button('|◀', w('first'), () => 0), button('◀', w('back'), () => at - 1), slider, button('▶', w('forth'), () => at + 1), button('▶|', w('last'), () => data.last), count),
    h('div.answers', h('label.pick', `${w('seenBy')} `, view), branch,
      h('button', { type: 'button', onclick: async (e) => { await navigator.clipboard?.writeText(location.href); e.target.textContent = w('copied'); } }, w('link'))));
  show(main, h('div.play', table, log, bar));
  page.head(w('replay'));

  function move(to) {
    at = Math.max(0, Math.min(to, data ? data.last : to));
    slider.value = at;
    count.textContent = `${at} / ${data ? data.last : ''}`;
    clearTimeout(timer);
    timer = setTimeout(load, 40);
  }

  async function fork() {
    try {
      const made = await post('branch', { game, seat: seatOf(who) < 0 ? undefined : seatOf(who), at, lang });
      const people = made.seats.filter((s) => s.token);
      if (people.length < 2) { await sit(made, people); return; }
      keep(`links ${made.game}`, JSON.stringify(made));
      location.hash = `#/links/${made.game}`;
    } catch (e) { toast(e.message); }
  }

  function drawAll() {
    ctx.seats = data.seats;
    ctx.you = seatOf(who);
    show(view, data.over && h('option', { value: 'all', selected: who === 'all' }, w('everything')),
      data.seats.map((s, i) => h('option', { value: String(i + 1), selected: who === String(i + 1) }, s.name || unnamed(i))),
      h('option', { value: 'watch', selected: who === 'watch' }, w('nobody')));
    branch.hidden = !data.over;
    draw(table, data, ctx);
    const lines = data.log.lines;
    const list = logList(lines, async (i) => {
      try { whyDialog(lines[i], await get('why', { g: game, seat: seatOf(who), lang, at: i })); } catch (e) { toast(e.message); }
    }, Math.max(0, lines.length - 300));
    show(log, h('h2', w('log')), list);
    list.scrollTop = list.scrollHeight;
    what.textContent = data.head.status === 'over' ? data.head.result : data.ask?.prompt || lines[lines.length - 1] || '';
    say(`${w('step')} ${at}. ${what.textContent}`);
  }

  async function load() {
    const number = ++asked;
    try {
      const got = await get('replay', { g: game, seat: seatOf(who), lang, at });
      if (number !== asked) return;
      data = got;
      at = data.at;
      slider.max = data.last;
      slider.value = at;
      count.textContent = `${at} / ${data.last}`;
      history.replaceState(null, '', `#/replay/${game}/${who}/${at}`);
      drawAll();
    } catch (e) {
      if (e.code === 'unfinished' && who === 'all') { who = 'watch'; load(); return; }
      toast(e.message);
    }
  }

  const keys = (e) => {
    if (!data || e.target.matches('input, select, textarea')) return;
    if (e.key === 'ArrowLeft') move(at - 1);
    if (e.key === 'ArrowRight') move(at + 1);
  };
  addEventListener('keydown', keys);
  await load();
  get('faces', { g: game, lang }).then((list) => { for (const f of list) faces.set(f.id, f); if (data) drawAll(); }).catch(() => {});
  return () => removeEventListener('keydown', keys);
}
