// The way through the page: what stands behind the # says what is shown.
import { h, show, post, keep, toast, Refused } from '/dom.js';
import { nameOf, names, speak, spoken, w } from '/words.js';

const main = document.getElementById('main');
const top = document.getElementById('top');
let leave = () => {};

/** The language that the reader wants: chosen, else the browser's. */
export function wanted() {
  const chosen = keep('lang');
  if (chosen) return chosen;
  const codes = (navigator.languages || []).map((c) => c.split('-')[0]);
  return codes.find((c) => names[c]) || 'en';
}

/** The line at the top; `extra` are buttons of the view. */
export function head(title, extra = []) {
  document.title = title ? `${title} · Regel` : 'Regel';
  document.querySelector('.skip').textContent = w('skip');
  show(top,
    h('a.mark', { href: '#/' , 'aria-label': w('home') }, h('img', { src: '/icon.svg', alt: '', width: 28, height: 28 }), h('span', 'Regel')),
    h('h1', title || w('home')),
    h('div.tools', extra,
      h('label.pick', h('span.hidden', w('language')),
        h('select', { onchange: (e) => { keep('lang', e.target.value); go(); } },
          [...new Set([...Object.keys(names), spoken()])].map((code) => h('option', { value: code, selected: code === spoken() }, nameOf(code)))))));
}

async function join(args) {
  try {
    const sat = await post('join', { token: args.get('join') });
    if (args.get('lang')) keep('lang', args.get('lang'));
    history.replaceState(null, '', `/#/g/${sat.game}/${sat.seat < 0 ? 'watch' : sat.seat + 1}`);
    go();
  } catch (e) {
    toast(e.message);
    location.hash = '#/';
  }
}

let visit = 0;

export async function go() {
  const mine = ++visit;
  leave();
  leave = () => {};
  speak(wanted());
  const hash = location.hash.slice(1);
  if (hash.startsWith('join=')) return join(new URLSearchParams(hash));
  const [, where, ...rest] = hash.split('/');
  const modules = { g: '/play.js', replay: '/replay.js', read: '/read.js', write: '/write.js', translate: '/translate.js' };
  try {
    await open(modules[where] || '/home.js', where, rest, mine);
  } catch (e) {
    if (mine === visit) fail(e);
  }
}

/** Whoever was refused is told why; if the server does not answer it is asked again. */
function fail(e) {
  const gone = !(e instanceof Refused), now = visit;
  show(main, h('p.error', { role: 'alert' }, gone ? w('lost') : e.message));
  if (gone) setTimeout(() => { if (now === visit) go(); }, 2000);
}

async function open(module, where, rest, mine) {
  const view = await import(module);
  if (mine !== visit) return;
  /* A view that is slow draws into a place of its own: who has gone on does not see it. */
  const place = h('div.view');
  if (main.querySelector('.view')) place.append(...main.querySelector('.view').childNodes);
  show(main, place);
  const left = await view.open(place, rest, { wanted, go, where, head: (...all) => { if (mine === visit) head(...all); } });
  if (mine !== visit) left?.();
  else if (left) leave = left;
}

addEventListener('hashchange', () => { go(); main.focus({ preventScroll: true }); });
go();
