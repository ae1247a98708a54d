// A server of its own for each test, pages in a real browser, and counting.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, readFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(join(process.env.MODULES, 'x.js'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const program = process.env.PROGRAM;
export const shots = process.env.SHOTS || '';
let passed = 0, failed = 0, browser = null;

export function check(title, holds, seen = '') {
  if (holds) { passed += 1; console.log(`ok ${title}`); }
  else { failed += 1; console.log(`not ok ${title}`, seen); }
}

/* Whoever is stopped leaves no server behind. */
const children = new Set();
for (const name of ['SIGTERM', 'SIGINT', 'exit']) process.on(name, () => { for (const c of children) c.kill('SIGKILL'); if (name !== 'exit') process.exit(1); });

export class Server {
  /** Options of the program; an object among them has what its environment gets. */
  constructor(...options) {
    this.folder = mkdtempSync(join(tmpdir(), 'regel-page-'));
    this.env = Object.assign({}, ...options.filter((o) => o.env).map((o) => o.env));
    this.options = options.filter((o) => !o.env);
  }

  async start(port = 0) {
    this.child = spawn(program, ['--port', String(port), '--db', join(this.folder, 'games.db'), '--pace', '15', ...this.options],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...this.env } });
    children.add(this.child);
    this.child.once('exit', () => children.delete(this.child));
    this.url = await new Promise((done, fail) => {
      this.child.stdout.once('data', (d) => done(String(d).trim()));
      this.child.once('exit', () => fail(new Error('the server did not start')));
    });
    this.port = Number(new URL(this.url).port);
    return this;
  }

  kill() {
    return new Promise((done) => { this.child.once('exit', done); this.child.kill('SIGKILL'); });
  }

  async again() {
    await this.kill();
    await this.start(this.port);
  }

  async end() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A page as somebody at a table has it; nothing may go wrong in it. */
export async function page(server, options = {}) {
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const p = await context.newPage();
  p.problems = [];
  p.on('pageerror', (e) => p.problems.push(e.message));
  p.on('console', (m) => { if (m.type() === 'error' && !/ERR_|Failed to load resource/.test(m.text())) p.problems.push(m.text()); });
  p.url_ = server.url;
  return p;
}

export async function post(p, path, body) {
  return p.evaluate(async ([where, what]) => {
    const r = await fetch(`/api/${where}`, { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Regel': '1' }, body: JSON.stringify(what) });
    return r.json();
  }, [path, body]);
}

/** Opens the link of a seat, as it was sent to somebody. */
export async function sit(p, server, token, lang) {
  await p.goto(`${server.url}#join=${token}&lang=${lang}`);
  await p.waitForSelector('.ask .prompt');
}

/** Serious things that a screen reader, or somebody without a mouse, would stumble over. */
export async function accessible(p, title) {
  await p.evaluate(axe);
  const found = await p.evaluate(async () => {
    const r = await window.axe.run(document, { resultTypes: ['violations'] });
    return r.violations.filter((v) => ['serious', 'critical'].includes(v.impact))
      .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ')}`);
  });
  check(`axe finds nothing serious: ${title}`, found.length === 0, found);
}

/** Waits until something holds in the page. The page's policy forbids what
 *  playwright's own waiting does. */
export async function until(p, fn, arg, most = 20000) {
  for (const end = Date.now() + most; Date.now() < end;) {
    if (await p.evaluate(fn, arg).catch(() => false)) return true;
    await new Promise((done) => { setTimeout(done, 25); });
  }
  throw new Error(`waited in vain for ${fn}`);
}

export const click = (p, what, i = 0) => p.evaluate(([s, n]) => document.querySelectorAll(s)[n].click(), [what, i]);

/** Gives one of the answers that are offered, if there is one; true if it did. */
export async function answer(p, k) {
  return p.evaluate(async (number) => {
    const ask = document.querySelector('.ask'), id = ask?.dataset.id;
    const buttons = ask && !ask.classList.contains('sent') ? [...ask.querySelectorAll('.answers button:not(:disabled)')] : [];
    if (!buttons.length) return false;
    buttons[number % buttons.length].click();
    for (let i = 0; i < 1000 && document.querySelector('.ask.sent')?.dataset.id === id; i++) await new Promise((done) => { setTimeout(done, 5); });
    return true;
  }, k).catch(() => false);
}

export const over = (p) => p.evaluate(() => Boolean(document.querySelector('.ask.over')));

export async function shot(p, name) {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await p.screenshot({ path: join(shots, `${name}.png`) });
}

export async function sound(...pages) {
  for (const p of pages) {
    check('nothing went wrong in the page', p.problems.length === 0, p.problems);
    await p.context().close();
  }
}

export async function finish() {
  await browser?.close();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}
