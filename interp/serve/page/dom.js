// Elements, requests, and what every view needs of the browser.

/** h('button.big', {onclick}, 'Text', child…): an element. */
export function h(what, props, ...children) {
  const [tag, ...classes] = what.split('.');
  const el = document.createElement(tag || 'div');
  if (classes.length) el.className = classes.join(' ');
  if (props && (typeof props !== 'object' || props.nodeType || Array.isArray(props))) {
    children.unshift(props);
    props = null;
  }
  for (const [key, value] of Object.entries(props || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) el.addEventListener(key.slice(2), value);
    else if (key === 'data') Object.assign(el.dataset, value);
    else if (key in el && key !== 'list' && key !== 'form' && !key.includes('-')) el[key] = value;
    else el.setAttribute(key, value === true ? '' : value);
  }
  add(el, children);
  return el;
}

export function add(el, children) {
  for (const child of [children].flat(9)) {
    if (child === null || child === undefined || child === false) continue;
    el.append(child);
  }
  return el;
}

export function show(el, ...children) {
  el.replaceChildren();
  return add(el, children);
}

/** Says something to whoever listens instead of looking. */
export function say(text) {
  const el = document.getElementById('say');
  el.textContent = '';
  setTimeout(() => { el.textContent = text; }, 30);
}

export class Refused extends Error {
  constructor(status, answer) {
    super(answer.words || String(status));
    this.status = status;
    this.code = answer.error;
  }
}

async function answer(response) {
  const data = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, data);
  return data;
}

export async function get(path, args = {}) {
  const query = new URLSearchParams(args).toString();
  return answer(await fetch('/api/' + path + (query ? '?' + query : '')));
}

export async function post(path, body) {
  return answer(await fetch('/api/' + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Regel': '1' },
    body: JSON.stringify(body),
  }));
}

/** A short message that goes away by itself. */
export function toast(text) {
  const el = h('div.toast', { role: 'alert' }, text);
  document.body.append(el);
  setTimeout(() => el.remove(), 6000);
}

/** A dialog with a close button; focus comes back to where it was. */
export function dialog(title, close, ...children) {
  const before = document.activeElement;
  const d = h('dialog', { 'aria-label': title },
    h('form.head', { method: 'dialog' }, h('h2', title),
      h('button.quiet', { 'aria-label': close, title: close }, '✕')),
    h('div.body', children));
  d.addEventListener('close', () => { d.remove(); if (before && before.isConnected) before.focus(); });
  d.addEventListener('click', (e) => { if (e.target === d) d.close(); });
  document.body.append(d);
  d.showModal();
  return d;
}

const keep = (key, value) => {
  try {
    if (value === undefined) return localStorage.getItem(key);
    localStorage.setItem(key, value);
  } catch { /* a browser that keeps nothing */ }
  return value;
};
export { keep };
