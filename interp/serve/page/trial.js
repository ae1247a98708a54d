// A game beside its rules: it is kept here, as a setup and the answers that were given,
// and played again from the start whenever the rules change.
import { h, show } from '/dom.js';
import { spoken, unnamed, w } from '/words.js';
import { answersTo, draw, face } from '/table.js';
import { dialog } from '/dom.js';

export class Trial {
  /** `go(place)` leads to a line. */
  constructor(shop, go) {
    this.shop = shop;
    this.go = go;
    this.box = h('div.trial');
    this.faces = new Map();
    this.past = [];
    this.state = null;
    this.form();
  }

  form() {
    const players = h('input', { type: 'number', min: 1, max: 32, id: 'trial-players', placeholder: '…' });
    const seed = h('input', { type: 'number', min: 1, id: 'trial-seed', value: 1 });
    show(this.box, h('form.trial-form', { onsubmit: (e) => { e.preventDefault(); this.begin(Number(players.value) || 0, Number(seed.value) || 1); } },
      h('p.field', h('label', { for: 'trial-players' }, w('players')), players),
      h('p.field', h('label', { for: 'trial-seed' }, w('seed')), seed),
      h('button.main', w('begin'))));
  }

  begin(players, seed) {
    this.setup = { players, seed, options: {} };
    this.past = [];
    this.play({ answers: [] });
  }

  async play(more, was) {
    const rules = this.shop.snapshot();
    const answer = await this.shop.work('play', { setup: this.setup, lang: spoken(), ...(was ? { was: this.shop.drafts(was) } : {}), ...more });
    if (!answer) return;
    if (!answer.compiles) { this.note = h('p.error', w('broken')); this.draw(); return; }
    if (answer.why) { show(this.box, h('p.error', answer.why), h('button', { type: 'button', onclick: () => this.form() }, w('again'))); this.state = null; return; }
    this.rules = rules;
    this.state = answer;
    this.note = answer.follow ? this.differences(answer.follow, more.answers.length) : null;
    this.draw();
  }

  /** The rules were saved: the same answers under them, and what became different. */
  async follow() {
    if (!this.state) return;
    await this.play({ answers: this.state.answers }, this.rules);
  }

  answer(n) {
    this.past.push(this.state.answers);
    return this.play({ answers: this.state.answers, answer: n });
  }

  differences(follow, given) {
    const [first, ...rest] = follow.differences;
    const place = (p) => h('button.link', { type: 'button', onclick: () => this.go(p) }, `${p.file}:${p.line}`);
    const one = (d) => [h('p', h('b', `${w('step')} ${d.step}: `), d.text), h('p.quiet', d.new.map(place), d.rule && /^[A-Z]/.test(d.rule) ? ` ${d.rule}` : '')];
    if (!first) return h('div.follow.fine', { role: 'status' }, w('noDifference'));
    return h('div.follow', { role: 'status' }, h('h4', w('difference')), one(first),
      follow.ending === 'stopped' && follow.steps < given && h('p', w('followStopped', { n: follow.steps })),
      rest.length > 0 && h('details', h('summary', `+ ${rest.length}`), rest.slice(0, 20).map(one)));
  }

  pick(ref, numbers) {
    const all = this.state.ask?.answers || [];
    const fits = numbers?.length ? numbers.map((n) => all[n]).filter(Boolean) : answersTo(this.state.ask, ref);
    if (fits.length === 1) return this.answer(fits[0].n);
    const f = this.faces.get(ref.id);
    if (!fits.length && !f) return undefined;
    const d = dialog(ref.title, w('close'), f && face(f), h('div.answers', fits.map((a) => h('button.answer', { type: 'button', onclick: () => { d.close(); this.answer(a.n); } }, a.label))));
    return undefined;
  }

  draw() {
    const s = this.state;
    if (!s) { show(this.box, this.note); return; }
    const table = h('div.table');
    const seats = Array.from({ length: s.players }, (_, i) => ({ name: unnamed(i) }));
    draw(table, s, { you: s.seat, faces: this.faces, seats, live: true, answersFor: (ref) => answersTo(s.ask, ref), pick: (r, n) => this.pick(r, n) });
    const log = h('ol.log', { tabIndex: 0, 'aria-label': w('log') }, s.log.lines.slice(-60).map((l) => h('li', h('span', l))));
    const answers = (s.ask?.answers || []).slice(0, 60);
    show(this.box, this.note,
      h('div.trial-ask', s.ask ? h('p.prompt', `${unnamed(s.seat)}: ${s.ask.prompt}`) : s.head.status === 'over' ? h('p.result', s.head.result) : h('p.error', s.wrong || w('error')),
        h('div.answers', answers.map((a) => h('button.answer', { type: 'button', onclick: () => this.answer(a.n) }, a.label))),
        h('p.trial-tools',
          h('button', { type: 'button', disabled: !this.past.length, onclick: () => this.play({ answers: this.past.pop() }) }, '↶ ', w('undo')),
          h('button', { type: 'button', disabled: !s.ask, onclick: () => { this.past.push(s.answers); this.play({ answers: s.answers, random: 10 }); } }, w('random', { n: 10 })),
          h('button', { type: 'button', onclick: () => { this.state = null; this.form(); } }, w('again')))),
      table, log);
    log.scrollTop = log.scrollHeight;
  }
}
