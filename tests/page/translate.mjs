// Words translated in the page: missing and stale first, checks while one types, the card
// and the log beside in all languages, and the PO file that `regel po` would write.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Server, accessible, check, page, shot, sound, until } from './harness.mjs';
import { library } from './write.mjs';

const text = (p, what) => p.evaluate((s) => document.querySelector(s)?.textContent || '', what);

export async function translate() {
  const folder = library('heimlich');
  const file = join(folder, 'scenarios/heimlich/po/nl.po');
  writeFileSync(file, readFileSync(file, 'utf8').replace('msgstr "Zijstap"', 'msgstr ""'));
  writeFileSync(join(folder, 'scenarios/heimlich/game.regel'), readFileSync(join(folder, 'scenarios/heimlich/game.regel'), 'utf8').replace('"the ruin"', '"the old ruin"'));
  const server = await new Server({ env: { REGEL_PATH: folder } }).start();
  const p = await page(server, { locale: 'en', viewport: { width: 1500, height: 950 } });
  await p.goto(`${server.url}#/translate/heimlich/nl`);
  await until(p, () => document.querySelector('.words-one textarea'));
  const first = await p.evaluate(() => [...document.querySelectorAll('.words-list button')].slice(0, 2).map((b) => b.dataset.state));
  check('what is missing comes first, then what is stale', first.join() === 'missing,stale', first);
  check('and is to be translated', (await text(p, '.words-one .lead')) === 'Sidestep', await text(p, '.words-one'));
  await p.fill('.words-one textarea', 'Zijstap 7');
  await until(p, () => document.querySelector('.words-findings .message'));
  check('checks speak while one types', (await text(p, '.words-findings')).includes('numbers'), await text(p, '.words-findings'));
  await p.fill('.words-one textarea', 'Stap opzij');
  await until(p, () => document.querySelector('.words-findings .fine'));
  await until(p, () => document.querySelector('.words-beside .face')?.textContent.includes('Stap opzij'));
  check('the card stands beside it, with the new words, in all languages', (await p.evaluate(() => document.querySelectorAll('.words-beside .face').length)) >= 4);
  await shot(p, 'translate');
  await accessible(p, 'translating');
  check('nothing is written yet', !readFileSync(file, 'utf8').includes('Stap opzij'));
  await p.reload();
  await until(p, () => document.querySelector('.words-list .dot'));
  check('and nothing is lost by a reload', true);
  await p.evaluate(() => { [...document.querySelectorAll('.words-list button')].find((b) => b.textContent.includes('old ruin')).click(); });
  check('what is stale shows what it was', (await text(p, '.words-one del')).includes('ruin'), await text(p, '.words-one'));
  await p.evaluate(() => { [...document.querySelectorAll('.words-list button')].find((b) => b.textContent.includes('Move the safe to {b}')).click(); });
  await until(p, () => document.querySelectorAll('.words-beside .told dd').length >= 3);
  check('a line of the log stands beside its words, in all languages', /Speler \d verplaatst de brandkast/.test(await text(p, '.words-beside .told')), await text(p, '.words-beside'));
  await p.keyboard.press('Control+s');
  await until(p, () => !document.querySelector('.words-list .dot'));
  const now = readFileSync(file, 'utf8');
  check('saving writes the file', now.includes('msgstr "Stap opzij"'));
  const regel = join(dirname(process.env.PROGRAM), 'regel');
  const exported = execFileSync(regel, ['po', 'export', join(folder, 'scenarios/heimlich'), '--lang', 'nl', '-o', '-'], { cwd: folder, env: { ...process.env, REGEL_PATH: folder } }).toString();
  check('as regel po export would write it', exported === now);
  await sound(p);
  await server.end();
  rmSync(folder, { recursive: true, force: true });
}
