// The files of a ruleset as somebody is writing them, and the work that is done on them
// elsewhere. A draft is kept in the browser from the first key on.
import { get, post, keep, toast } from '/dom.js';
import { w } from '/words.js';

let numbers = 0;

export class Shop {
  /** "~NAME" is a ruleset of elsewhere: its files lie in this browser and nowhere else. */
  constructor(name) {
    this.foreign = name.startsWith('~');
    this.name = name.replace(/^~/, '');
    this.files = new Map(); // path: {path, saved, mark, text, writable}
    this.running = new Map(); // what: number
    this.onwork = () => {};
  }

  draftKey(path) { return `${this.foreign ? 'foreign' : 'draft'} ${this.name} ${path}`; }

  async open() {
    const { files, words } = await get('files', this.foreign ? {} : { name: this.name });
    this.words = words;
    for (const f of files) this.add(f);
    for (const key of this.draftKeys()) { // files that were never saved
      const path = key.slice(this.draftKey('').length);
      if (!this.files.has(path)) this.add({ path, text: '', mark: '', writable: true, fresh: true });
    }
  }

  draftKeys() {
    try { return Object.keys(localStorage).filter((k) => k.startsWith(this.draftKey(''))); } catch { return []; }
  }

  add(f) {
    const draft = JSON.parse(keep(this.draftKey(f.path)) || 'null');
    const file = { path: f.path, saved: f.fresh ? null : f.text, mark: f.mark, text: draft ? draft.text : f.text, writable: f.writable, began: draft?.mark };
    file.stale = Boolean(draft && draft.mark !== f.mark && draft.text !== f.text);
    this.files.set(f.path, file);
    if (draft && draft.text === f.text && !f.fresh) this.forget(f.path);
    return file;
  }

  write(path, text) {
    const f = this.files.get(path);
    f.text = text;
    if (text === f.saved) this.forget(path);
    else keep(this.draftKey(path), JSON.stringify({ mark: f.mark, text }));
  }

  forget(path) { if (this.foreign) return; try { localStorage.removeItem(this.draftKey(path)); } catch { /* nothing is kept */ } }

  changed() { return this.foreign ? [] : [...this.files.values()].filter((f) => f.text !== f.saved); }

  /** Texts that differ from what is on the disk; `texts`: of another moment. */
  drafts(texts) {
    const out = {};
    for (const f of this.files.values()) {
      const text = texts ? texts.get(f.path) ?? null : f.text;
      if (text !== null && text !== f.saved) out[f.path] = text;
    }
    return out;
  }

  snapshot() { return new Map([...this.files.values()].map((f) => [f.path, f.text])); }

  async save(path) {
    if (this.foreign) return; // it is kept here already
    const f = this.files.get(path), text = f.text;
    const { mark } = await post('save', { name: this.name, path, text, mark: f.stale ? f.began : f.mark });
    f.saved = text;
    f.mark = mark;
    f.stale = false;
    if (f.text === text) this.forget(path);
  }

  /** What lies on the disk by now. */
  async reread(path) {
    const { files } = await get('files', { name: this.name });
    return files.find((f) => f.path === path);
  }

  /** Work of which only the latest counts: null if it was overtaken or stopped. */
  async work(what, more = {}) {
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
    const mine = ++numbers;
    const before = this.running.get(what);
    this.running.set(what, { id, mine });
    this.onwork();
    if (before) post('stop', { work: before.id }).catch(() => {});
    try {
      const answer = await post('work', { do: what, work: id, name: this.name, foreign: this.foreign, files: this.drafts(), ...more });
      return this.running.get(what)?.mine === mine ? answer : null;
    } catch (e) {
      if (this.running.get(what)?.mine === mine && e.code !== 'stopped') toast(e.code === 'too_long' ? w('tooLong') : e.message);
      return null;
    } finally {
      if (this.running.get(what)?.mine === mine) this.running.delete(what);
      this.onwork();
    }
  }

  stop() {
    for (const { id } of this.running.values()) post('stop', { work: id }).catch(() => {});
  }
}

/** Takes files that somebody was sent; returns where their rules can be tried out. */
export async function takeForeign(list) {
  const texts = await Promise.all([...list].filter((f) => /\.(regel|po|csv)$/.test(f.name)).map(async (f) => [f.webkitRelativePath || f.name, await f.text()]));
  const main = texts.find(([path, text]) => /(^|\/)game\.regel$/.test(path) && /^game\s+\w+/m.test(text)) || texts.find(([, text]) => /^game\s+\w+/m.test(text));
  const name = main && /^game\s+([a-z]\w*)/m.exec(main[1])?.[1];
  if (!name) return null;
  const shop = new Shop(`~${name}`);
  for (const key of shop.draftKeys()) localStorage.removeItem(key);
  for (const [path, text] of texts) {
    const inside = /(?:^|\/)((?:scenarios|cards)\/.+)$/.exec(path)?.[1]?.split('/') || ['scenarios', name, ...path.split('/').slice(-1)];
    inside[1] = name;
    if (path === main[0]) inside.splice(2, Infinity, 'game.regel');
    keep(shop.draftKey(inside.join('/')), JSON.stringify({ mark: '', text }));
  }
  return `#/write/~${name}`;
}
