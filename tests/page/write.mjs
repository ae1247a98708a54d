// Rules written in the page: messages, remedies, tests, faces, a game beside, drafts, and
// an endless rule.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server, accessible, check, page, post, shot, sound, until } from './harness.mjs';

const root = new URL('../..', import.meta.url).pathname;

/** A library of one's own, so that nothing of the project is written. */
export function library(...games) {
  const folder = mkdtempSync(join(tmpdir(), 'regel-write-'));
  for (const part of ['scenarios', 'cards', 'docs/rules']) mkdirSync(join(folder, part), { recursive: true });
  cpSync(join(root, 'scenarios/std'), join(folder, 'scenarios/std'), { recursive: true });
  cpSync(join(root, 'po'), join(folder, 'po'), { recursive: true });
  for (const g of games) {
    cpSync(join(root, 'scenarios', g), join(folder, 'scenarios', g), { recursive: true });
    try { cpSync(join(root, 'cards', g), join(folder, 'cards', g), { recursive: true }); } catch { /* it has none */ }
    try { cpSync(join(root, 'docs/rules', `${g}.md`), join(folder, 'docs/rules', `${g}.md`)); } catch { /* nor that */ }
  }
  return folder;
}

/** Types at the end of a line that holds some words, in place of part of it. */
export async function edit(p, from, to) {
  await p.evaluate(([a, b]) => {
    const view = document.querySelector('.editor').editor.view;
    const at = view.state.doc.toString().indexOf(a);
    if (at < 0) throw new Error(`not in the text: ${a}`);
    view.dispatch({ changes: { from: at, to: at + a.length, insert: b }, selection: { anchor: at }, userEvent: 'input.type' });
  }, [from, to]);
}

const text = (p, what) => p.evaluate((s) => document.querySelector(s)?.textContent || '', what);
const press = (p, words) => p.evaluate((t) => { [...document.querySelectorAll('button')].find((b) => b.textContent.includes(t)).click(); }, words);

export async function write() {
  const folder = library('heimlich');
  const file = join(folder, 'scenarios/heimlich/game.regel'), before = readFileSync(file, 'utf8');
  const server = await new Server({ env: { REGEL_PATH: folder } }).start();
  const p = await page(server, { locale: 'en', viewport: { width: 1500, height: 950 } });
  await p.goto(`${server.url}#/write/heimlich`);
  await until(p, () => document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-line'));
  await until(p, () => document.querySelector('.said .fine, .said .message'));
  check('sound rules have no errors', !(await text(p, '.said')).includes('Error'), await text(p, '.said'));

  // a slip of the pen: a message while one types, and its remedy by a click
  await edit(p, 'require b is not safe_at', 'require b is not safe_att');
  await p.evaluate(() => { const { editor } = document.querySelector('.editor'); editor.go(editor.text().slice(0, editor.text().indexOf('safe_att')).split('\n').length); });
  await until(p, () => document.querySelector('.said .message.error'));
  check('a message comes while one types', (await text(p, '.said .message.error')).includes('safe_att'), await text(p, '.said'));
  check('and stands in the text', await p.evaluate(() => document.querySelector('.editor').shadowRoot.querySelector('.cm-lintRange-error') !== null));
  await shot(p, 'write-message');
  await accessible(p, 'writing');
  const remedy = await p.evaluate(() => { const b = [...document.querySelectorAll('.message.error button:not(.link)')][0]; b?.click(); return b?.textContent; });
  await until(p, () => !document.querySelector('.said .message.error'), undefined, 8000).catch(() => {});
  check('its remedy is applied by a click', readFileSync(file, 'utf8') === await p.evaluate(() => document.querySelector('.editor').editor.text()), [remedy, await text(p, '.said')]);

  // completion, hover and jump
  await p.evaluate(() => { const { view } = document.querySelector('.editor').editor; const at = view.state.doc.toString().indexOf('verb play {') + 11; view.dispatch({ changes: { from: at, insert: '\n  mov' }, selection: { anchor: at + 6 } }); view.focus(); });
  await p.keyboard.press('Control+Space');
  await until(p, () => document.querySelector('.editor').shadowRoot.querySelector('.cm-tooltip-autocomplete'));
  check('names are completed', await p.evaluate(() => document.querySelector('.editor').shadowRoot.querySelector('.cm-tooltip-autocomplete').textContent.includes('move_safe')));
  await p.keyboard.press('Escape');
  await edit(p, '\n  mov', '');
  await p.evaluate(() => { const { view } = document.querySelector('.editor').editor; const at = view.state.doc.toString().lastIndexOf('move_safe'); view.dispatch({ selection: { anchor: at + 2 } }); view.focus(); });
  await p.keyboard.press('F12');
  const at = await p.evaluate(() => { const { view } = document.querySelector('.editor').editor; return view.state.doc.lineAt(view.state.selection.main.head).text; });
  check('one jumps to a declaration', /verb move_safe/.test(at), at);

  // a game beside, then a rule is changed under it, and a test notices
  await p.click('#tab-game');
  await p.click('.trial-form .main');
  await until(p, () => document.querySelector('.trial-ask .answer'));
  await press(p, '10 answers at random');
  await until(p, () => document.querySelectorAll('.trial ol.log li').length > 5);
  await edit(p, '{ worth = -3 }', '{ worth = -2 }');
  check('what is not saved yet is marked', await p.evaluate(() => document.querySelectorAll('.file .dot').length === 1));
  check('and the file is as it was', readFileSync(file, 'utf8') === before);
  await p.reload();
  await until(p, () => document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-line'));
  check('a draft is still there after a reload', await p.evaluate(() => document.querySelector('.editor').editor.text().includes('{ worth = -2 }')));
  await until(p, () => document.querySelector('.said .fine, .said .message'));
  await p.click('#tab-game');
  await p.click('.trial-form .main');
  await until(p, () => document.querySelector('.trial-ask .answer'));
  await press(p, '10 answers at random');
  await until(p, () => document.querySelectorAll('.trial ol.log li').length > 5);
  await edit(p, 'set a.to_ruin to b is ruin', 'set a.to_ruin to b is not ruin');
  await p.evaluate(() => document.querySelector('.editor').editor.focus());
  await p.keyboard.press('Control+s');
  await until(p, () => /\d+\/\d+/.test(document.querySelector('#tab-tests').textContent));
  check('it is saved', readFileSync(file, 'utf8').includes('{ worth = -2 }'));
  check('and nothing else lies in the folder', readdirSync(join(folder, 'scenarios/heimlich')).length === readdirSync(join(root, 'scenarios/heimlich')).length);
  /* The panel may already show the game, which tells the first difference. */
  const [, good, every] = /(\d+)\/(\d+)/.exec(await text(p, '#tab-tests')) || [];
  check('saving runs the tests, and one notices', Number(good) > 0 && Number(good) < Number(every), await text(p, '#tab-tests'));
  await until(p, () => document.querySelector('.follow'));
  check('the game stands where it stood', (await p.evaluate(() => document.querySelectorAll('.trial ol.log li').length)) > 5);
  check('and tells the first difference with its line', /game\.regel:\d+/.test(await text(p, '.follow')) && !(await p.evaluate(() => document.querySelector('.follow.fine'))), await text(p, '.follow'));
  await shot(p, 'write-game');
  // what the change does to the balance, before it is saved
  await edit(p, '{ worth = -2 }', '{ worth = -1 }');
  await p.click('#tab-balance');
  await p.fill('#balance-games', '40');
  await p.click('.balance .main');
  await until(p, () => document.querySelectorAll('.balance thead th').length === 3 && document.querySelectorAll('.balance tbody tr').length > 4);
  check('the balance is simulated before and after a change', /\d+(\.\d+)? % \d+–\d+/.test(await text(p, '.balance table')), await text(p, '.balance'));
  await shot(p, 'write-balance');
  await edit(p, '{ worth = -1 }', '{ worth = -2 }');
  await p.click('#tab-game');
  await accessible(p, 'a game beside its rules');
  await edit(p, '{ worth = -2 }', '{ worth = -3 }');
  await edit(p, 'b is not ruin', 'b is ruin');
  await p.evaluate(() => document.querySelector('.editor').editor.focus());
  await p.keyboard.press('Control+s');
  await until(p, () => { const [, good, every] = /(\d+)\/(\d+)/.exec(document.querySelector('#tab-tests').textContent) || []; return every && good === every; });
  check('a rule is edited until the test turns green', true);

  // a card beside its source, in all languages
  await p.evaluate(() => { [...document.querySelectorAll('.file')].find((b) => b.textContent.includes('secrets.regel')).click(); });
  await p.evaluate(() => { const { view } = document.querySelector('.editor').editor; view.dispatch({ selection: { anchor: view.state.doc.toString().indexOf('Sidestep') } }); });
  await p.click('#tab-face');
  await until(p, () => document.querySelectorAll('.faces .face').length >= 4);
  const all = await text(p, '.faces');
  check('a card stands beside its source in all languages', ['Sidestep', 'Zijstap', 'Ausweichschritt', 'Pas de côté'].every((t) => all.includes(t)), all);
  await edit(p, '"Sidestep"', '"Sideways"');
  await until(p, () => document.querySelector('.faces')?.textContent.includes('Sideways'));
  check('as it is being written', true);
  await shot(p, 'write-face');

  // somebody else writes the same file
  writeFileSync(join(folder, 'cards/heimlich/secrets.regel'), `# other\n${readFileSync(join(folder, 'cards/heimlich/secrets.regel'), 'utf8')}`);
  await p.evaluate(() => document.querySelector('.editor').editor.focus());
  await p.keyboard.press('Control+s');
  await until(p, () => document.querySelector('.editor-bar .error'));
  check('nobody overwrites what somebody else wrote', readFileSync(join(folder, 'cards/heimlich/secrets.regel'), 'utf8').startsWith('# other'));
  check('and no draft is lost', await p.evaluate(() => document.querySelector('.editor').editor.text().includes('Sideways')));
  await press(p, 'Take the other text');
  await until(p, () => document.querySelector('.editor').editor.text().startsWith('# other'));

  // an endless rule is stopped by hand
  await p.evaluate(() => { [...document.querySelectorAll('.file')].find((b) => b.textContent.includes('tests.regel')).click(); });
  await p.evaluate(() => { const { view } = document.querySelector('.editor').editor; view.dispatch({ changes: { from: view.state.doc.length, insert: Array.from({ length: 400 }, (_, i) => `\ntest "endless ${i}" for ann, bob { repeat while safe_at is safe_at { } }`).join('') } }); });
  await press(p, 'Run the tests');
  await until(p, () => [...document.querySelectorAll('.tools button')].some((b) => b.textContent === 'Stop' && !b.hidden));
  await p.waitForTimeout(1500);
  check('it would go on', await p.evaluate(() => [...document.querySelectorAll('.tools button')].some((b) => b.textContent === 'Stop' && !b.hidden)));
  await press(p, 'Stop');
  await until(p, () => [...document.querySelectorAll('.tools button')].every((b) => b.textContent !== 'Stop' || b.hidden), undefined, 4000);
  check('an endless rule can be stopped', true);
  await sound(p);
  await server.end();
  rmSync(folder, { recursive: true, force: true });
}

/** A ruleset that somebody was sent: tried out, and put nowhere. */
export async function foreign() {
  const folder = library('tictactoe');
  const server = await new Server({ env: { REGEL_PATH: folder } }).start();
  const p = await page(server, { locale: 'en' });
  await p.goto(server.url);
  await p.waitForSelector('#foreign');
  await p.setInputFiles('#foreign', { name: 'mine.regel', mimeType: 'text/plain', buffer: Buffer.from('game tictactoe "Mine" for 2..2 { }\nverb play { repeat 3 { as first(players) { choose { "Left" { }; "Right" { } } } }; win none }\n') });
  await until(p, () => document.querySelector('.said .fine, .said .message'));
  check('rules of elsewhere are opened in the page', (await p.evaluate(() => document.querySelector('.editor').editor.text())).includes('"Mine"'));
  const seen = await text(p, '.said');
  check('and are told apart from those of the same name', !seen.includes('square'), seen);
  await p.click('#tab-game');
  await p.click('.trial-form .main');
  await until(p, () => document.querySelector('.trial-ask .answer')?.textContent === 'Left');
  for (let i = 0; i < 3; i++) {
    await p.click('.trial-ask .answer');
    await until(p, (n) => document.querySelectorAll('.trial ol.log li').length > n || document.querySelector('.trial .result'), i);
  }
  await until(p, () => document.querySelector('.trial .result'));
  check('and are played, in a process that can reach nothing', true);
  check('nothing of them is on the disk', !readFileSync(join(folder, 'scenarios/tictactoe/game.regel'), 'utf8').includes('Mine'));
  await sound(p);
  await server.end();
  rmSync(folder, { recursive: true, force: true });
}

/** The rulebook row by row, each linked to its rules and tests. */
export async function rulebook() {
  const folder = library('heimlich');
  const file = join(folder, 'scenarios/heimlich/game.regel');
  writeFileSync(file, readFileSync(file, 'utf8').replace('{ worth = -3 }', '{ worth = -2 }'));
  const server = await new Server({ env: { REGEL_PATH: folder } }).start();
  const p = await page(server, { locale: 'en' });
  await p.goto(server.url);
  const made = await post(p, 'new', { name: 'heimlich', lang: 'en', seats: [{ bot: 0 }, { bot: 0 }] });
  await until(p, async (g) => (await (await fetch('/api/home')).json()).games.some(({ stored }) => stored.id === g && stored.over), made.game, 60000);
  await p.goto(`${server.url}#/read/heimlich`);
  await until(p, () => document.querySelector('.links button[data-book=true]'));
  await p.click('.links button[data-book=true]');
  await until(p, () => document.querySelectorAll('.row-of-book').length > 100);
  const states = await p.evaluate(() => Object.fromEntries(['fine', 'failing'].map((s) => [s, document.querySelectorAll(`.row-of-book[data-state=${s}]`).length])));
  check('every row tells whether its tests pass', states.fine > 50 && states.failing > 0, states);
  const painted = await p.evaluate((g) => ({ shares: document.querySelectorAll('.row-of-book summary .share').length, never: document.querySelectorAll('.share[data-never=true]').length,
    games: document.querySelectorAll(`.row-of-book a[href="#/replay/${g}/all"]`).length }), made.game);
  check('rows tell how often they come up, and in which stored games', painted.shares > 30 && painted.games > 10, painted);
  const ran = await p.evaluate(() => [...document.querySelectorAll('.row-of-book summary .tests')].map((x) => Number.parseInt(x.textContent, 10) || 0));
  check('and how many tests run them', ran.length > 30 && Math.max(...ran) > 5, ran);
  await p.evaluate(() => { document.querySelector('.row-of-book[data-state=failing] details').open = true; });
  await p.evaluate(() => { document.querySelector('.row-of-book:has(a[href^="#/replay/"]) details').open = true; });
  await shot(p, 'rulebook');
  await accessible(p, 'the rulebook');
  await p.click('.links button[data-book=false]');
  await p.check('.searching input[type=checkbox]');
  await until(p, () => document.querySelectorAll('.cards .share').length > 5);
  check('so do cards, where they have rules', await p.evaluate(() => [...document.querySelectorAll('.cards .share')].some((x) => /%/.test(x.textContent)))
    && await p.evaluate(() => [...document.querySelectorAll('.cards .tests')].some((x) => /test/.test(x.textContent))));
  await shot(p, 'cards-painted');
  await accessible(p, 'painted cards');
  await p.click('.links button[data-book=true]');
  await p.evaluate(() => document.querySelector('.row-of-book[data-state=failing] a').click());
  await until(p, () => document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-line'));
  check('and leads to its rule', (await p.evaluate(() => document.querySelector('.editor-bar b').textContent)).endsWith('.regel'));
  await sound(p);
  await server.end();
  rmSync(folder, { recursive: true, force: true });
}
