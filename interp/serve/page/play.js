// A seat at a table, or a place among the spectators.
import { h, show, get, post, say, toast, dialog, keep } from '/dom.js';
import { spoken, unnamed, w } from '/words.js';
import { answersTo, draw, face, means } from '/table.js';

const sameSet = (a, b) => a.size === b.size && [...a].every((x) => b.has(x));
const keyOf = (v) => v.thing?.id ?? v.word ?? v.number ?? v.flag ?? v.text;

/** Takes what came into what was there. */
export function merge(state, part) {
  for (const key of ['head', 'ask', 'board', 'table']) if (key in part) state[key] = part[key];
  for (const [i, line] of part.new_board || []) state.board[i] = line;
  for (const [i, cell] of part.new_table || []) state.table[i] = cell;
  if (part.log) state.log = [...(state.log || []).slice(0, part.log.from), ...part.log.lines];
  return state;
}

/** The list of what happened; every line tells why. */
export function logList(lines, why, from = 0) {
  return h('ol.log', { tabIndex: 0, 'aria-label': w('log') }, lines.slice(from).map((line, i) => h('li', h('span', line), ' ',
    h('button.why', { type: 'button', onclick: () => why(from + i), 'aria-label': `${w('why')} ${line}` }, w('why')))));
}

function rule(c) {
  return [c.rule && h('p.cite', h('b', `${w('rule')} ${c.rule}`)),
    c.place && h('p.source', h('code', (c.source || '').trim()), h('small', `${c.place.file}:${c.place.line}`))];
}

export function whyDialog(line, causes) {
  dialog(w('why'), w('close'), h('p.lead', line),
    causes.length ? h('ol.causes', causes.map((c, i) => h('li', i > 0 && h('p', c.text),
      c.asked && h('p.quiet', `${w('asked')}: ${c.asked}`), c.card && h('p.quiet', c.card), rule(c))))
      : h('p', w('noWhy')));
}

export async function open(main, rest, page) {
  const game = Number(rest[0]), lang = spoken();
  const you = rest[1] === 'watch' ? -2 : Number(rest[1]) - 1;
  const state = { log: [] }, faces = new Map();
  let hello = null, source = null, closed = false, chosen = new Set(), filter = '', asked = null, sent = false;

  const table = h('div.table', { 'aria-label': w('table'), role: 'region' });
  const ask = h('section.ask', { 'aria-label': w('answers') });
  const log = h('section.log-box', { 'aria-label': w('log') });
  const lost = h('p.lost', { role: 'alert', hidden: true }, w('lost'));
  show(main, h('div.play', lost, table, log, ask));

  let held = { seats: [] }; // comes beside the stream: the table does not wait for it
  const undo = h('button', { type: 'button', onclick: takeBack, hidden: you < 0 }, '↶ ', w('undo'));
  page.head('…', [undo]);

  const ctx = {
    you, faces, seats: [], live: true,
    answersFor: (ref) => answersTo(state.ask, ref),
    pick,
  };

  // ---- answering

  async function answer(a) {
    if (sent) return;
    sent = true;
    ask.classList.add('sent');
    try { await post('answer', { game, seat: you, lang, ask: state.ask.id, n: a.n }); }
    catch (e) {
      sent = false;
      ask.classList.remove('sent');
      toast(e.code === 'stale' ? w('stale') : e.message);
      if (e.code === 'stale') connect();
    }
  }

  async function takeBack() {
    try { await post('undo', { game, seat: you, lang }); } catch (e) { toast(e.message); }
  }

  /** A thing was clicked: answered with if that is clear, else looked at. */
  async function pick(ref, numbers) {
    const all = state.ask?.answers || [];
    const fits = numbers?.length ? numbers.map((n) => all[n]).filter(Boolean) : ref.id ? ctx.answersFor(ref) : [];
    if (fits.length && inSets()) return toggle(keyOf((fits[0].values || []).find((v) => means(v, ref)) || { text: ref.title }));
    if (fits.length === 1) return answer(fits[0]);
    if (fits.length > 1) {
      const d = dialog(ref.title, w('close'), h('div.answers', fits.map((a) =>
        h('button.answer', { type: 'button', onclick: () => { d.close(); answer(a); } }, a.label))));
      return undefined;
    }
    return look(ref);
  }

  async function look(ref) {
    const f = faces.get(ref.id);
    const why = h('div.whynot');
    if (!f && !(state.ask && you >= 0)) return;
    dialog(ref.title, w('close'), f && face(f), why);
    if (!state.ask || you < 0) return;
    try {
      const x = await get('whynot', { g: game, seat: you, lang, name: ref.title });
      if (x.says && x.kind !== 'unknown') show(why, h('h3', w('whyNot')), h('p', x.says), rule(x));
    } catch { /* the question is gone */ }
  }

  // ---- the question

  const inSets = () => (state.ask?.answers || []).length > 2 && state.ask.answers.some((a) => (a.values || []).length > 1);

  function toggle(key) {
    if (chosen.has(key)) chosen.delete(key); else chosen.add(key);
    drawAsk();
    ask.querySelector(`[data-key="${CSS.escape(String(key))}"]`)?.focus();
  }

  function sets(answers) {
    const values = new Map();
    for (const a of answers) for (const v of a.values || []) values.set(keyOf(v), v.text);
    const now = answers.find((a) => a.values && sameSet(new Set(a.values.map(keyOf)), chosen));
    return [h('div.answers', [...values].map(([key, text]) => h('button.answer.pick', { type: 'button', 'aria-pressed': String(chosen.has(key)),
      data: { key: String(key) }, onclick: () => toggle(key) }, text))),
    h('div.answers', answers.filter((a) => !a.values).map(button),
      h('button.main', { type: 'button', disabled: !now, onclick: () => answer(now) }, now && !chosen.size ? w('pass') : `${w('confirm')}${now ? ': ' + now.label : ''}`))];
  }

  const button = (a) => h('button.answer', { type: 'button', data: { n: String(a.n) }, onclick: () => answer(a) }, a.label);

  function buttons(answers) {
    const many = answers.length > 24;
    const fits = answers.filter((a) => a.label.toLocaleLowerCase().includes(filter.toLocaleLowerCase()));
    const box = h('div.answers', fits.slice(0, 200).map(button));
    return [many && h('input', { type: 'search', placeholder: w('filter'), 'aria-label': w('filter'), value: filter, oninput: (e) => {
      filter = e.target.value;
      const left = answers.filter((a) => a.label.toLocaleLowerCase().includes(filter.toLocaleLowerCase()));
      show(box, left.slice(0, 200).map(button));
    } }), box];
  }

  function drawAsk() {
    const { status } = state.head;
    const question = state.ask;
    sent = false;
    ask.className = `ask ${status}`;
    ask.dataset.id = question?.id || status;
    if (status === 'over') {
      show(ask, h('p.prompt', w('over')), h('p.result', state.head.result), h('p', h('a.button.main', { href: `#/replay/${game}/all` }, w('replay'))));
    } else if (status === 'error') {
      show(ask, h('p.prompt', w('error')), h('p.error', state.head.error));
    } else if (question) {
      show(ask, h('p.prompt', { id: 'prompt', tabIndex: -1 }, question.prompt), inSets() ? sets(question.answers) : buttons(question.answers));
    } else {
      show(ask, h('p.prompt.quiet', h('span.dots', { 'aria-hidden': 'true' }, '•••'), ' ', you < 0 ? w('watching') : w('wait')));
    }
  }

  function drawLog() {
    const most = 300, from = Math.max(0, state.log.length - most);
    const list = logList(state.log, async (i) => {
      try { whyDialog(state.log[i], await get('why', { g: game, seat: you, lang, at: i })); } catch (e) { toast(e.message); }
    }, from);
    show(log, h('h2', w('log')), list);
    list.scrollTop = list.scrollHeight;
  }

  // ---- what comes

  function took(part) {
    const before = state.log.length, waited = state.ask?.id;
    const inAsk = ask.contains(document.activeElement);
    merge(state, part);
    if ('ask' in part && state.ask?.id !== asked) { chosen = new Set(); filter = ''; asked = state.ask?.id; }
    draw(table, state, ctx);
    if (part.head || part.ask !== undefined) drawAsk();
    if (part.log) drawLog();
    const news = state.log.slice(before).join('. ');
    const turn = state.ask && state.ask.id !== waited ? `${w('yourTurn')}: ${state.ask.prompt}` : state.head.status === 'over' ? state.head.result : '';
    if (part.log || turn) say([news, turn].filter(Boolean).join('. '));
    if (inAsk && state.ask && state.ask.id !== waited) ask.querySelector('#prompt')?.focus({ preventScroll: true });
    if (document.hidden && state.ask) document.title = `● ${hello?.title || ''}`;
  }

  const called = (i) => hello.seats[i]?.name || unnamed(i);

  function greeted(data) {
    hello = data;
    ctx.seats = hello.seats;
    if (hello.lang) table.lang = hello.lang;
    const others = held.seats.filter((i) => i !== you);
    page.head(hello.title, [
      you >= 0 ? h('span.me', called(you)) : h('span.me', w('watching')),
      others.length > 0 && h('label.pick', h('span.hidden', w('swap')), h('select', { onchange: (e) => pass(Number(e.target.value)) },
        h('option', { value: '' }, `${w('swap')} …`), others.map((i) => h('option', { value: i }, called(i))))),
      keep(`links ${game}`) && h('a.button', { href: `#/links/${game}` }, w('links')),
      undo, h('a.button', { href: `#/replay/${game}/${you < 0 ? 'watch' : you + 1}` }, w('replay'))]);
  }

  /** Hot seat: nobody sees the table before the next player says so. */
  function pass(i) {
    closeStream();
    show(main, h('div.curtain', h('button.main.big', { type: 'button', onclick: () => { location.hash = `#/g/${game}/${i + 1}`; } }, w('ready', { who: called(i) }))));
    main.querySelector('button').focus();
  }

  function closeStream() { source?.close(); source = null; }

  function connect() {
    closeStream();
    if (closed) return;
    source = new EventSource(`/api/stream?g=${game}&seat=${you}&lang=${lang}`);
    source.addEventListener('hello', (e) => greeted(JSON.parse(e.data)));
    source.addEventListener('state', (e) => { lost.hidden = true; took(JSON.parse(e.data)); learnFaces(); });
    source.onerror = () => {
      lost.hidden = false;
      if (source?.readyState === 2) setTimeout(connect, 2000);
    };
  }

  /* All that is printed is more than the table: it comes when that is there. */
  let learning = false;
  function learnFaces() {
    if (learning) return;
    learning = true;
    get('faces', { g: game, lang }).then((list) => {
      for (const f of list) faces.set(f.id, f);
      if (state.head) draw(table, state, ctx);
    }).catch(() => { learning = false; });
  }

  connect();
  get('seats', { g: game }).then((all) => { held = all; if (hello) greeted(hello); }).catch(() => {});
  const awake = () => { if (!document.hidden) { document.title = `${hello?.title || ''} · Regel`; if (source?.readyState === 2) connect(); } };
  document.addEventListener('visibilitychange', awake);
  if (you >= 0) keep(`sat ${game}`, location.hash);
  return () => { closed = true; closeStream(); document.removeEventListener('visibilitychange', awake); };
}
