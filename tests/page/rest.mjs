// Replays, the keyboard, reloading, dying, hot seats, sets of answers, and speed.
import { Server, accessible, answer, check, click, over, page, post, shot, sit, sound, until } from './harness.mjs';

async function begin(p, server, name, seats, more = {}) {
  await p.goto(server.url);
  return post(p, 'new', { name, lang: 'en', seats, ...more });
}

const text = (p, what) => p.evaluate((s) => document.querySelector(s)?.textContent || '', what);

export async function keyboard() {
  const server = await new Server().start();
  const p = await page(server, { locale: 'en' });
  await p.goto(server.url);
  await p.waitForSelector('.games');
  await accessible(p, 'the list of games');
  /** Presses Tab until the focus is on something with these words. */
  const tab = async (words) => {
    for (let i = 0; i < 80; i++) {
      await p.keyboard.press('Tab');
      const at = await p.evaluate(() => (document.activeElement.getAttribute('aria-label') || '') + document.activeElement.textContent);
      if (at.includes(words)) return true;
    }
    return false;
  };
  check('a game is reached with the keyboard', await tab('Play Tic-tac-toe'));
  await p.keyboard.press('Enter');
  await p.waitForSelector('form');
  await accessible(p, 'the form');
  check('and begun', await tab('Begin'));
  await p.keyboard.press('Enter');
  await p.waitForSelector('.ask .answer');
  for (let i = 0; i < 9 && !(await over(p)); i++) {
    await p.waitForSelector('.ask .answer, .ask.over');
    if (await over(p)) break;
    const before = await p.evaluate(() => document.querySelector('.ask').dataset.id);
    await p.focus('.ask .answer');
    await p.keyboard.press('Enter');
    await until(p, (id) => document.querySelector('.ask').dataset.id !== id, before);
    await p.waitForSelector('.ask .answer, .ask.over');
  }
  check('and played to its end', await over(p));
  await accessible(p, 'the end');
  await sound(p);
  await server.end();
}

export async function death() {
  const server = await new Server().start();
  const p = await page(server), q = await page(server);
  const made = await begin(p, server, 'connect4', [{ name: 'Ann' }, { name: 'Bob' }]);
  await sit(p, server, made.seats[0].token, 'en');
  await sit(q, server, made.seats[1].token, 'en');
  const pages = [p, q];
  for (let i = 0; i < 6; i++) for (const one of pages) if (await answer(one, i)) { await one.waitForTimeout(30); }
  const lines = await p.evaluate(() => document.querySelectorAll('ol.log li').length);
  const visitor = await page(server);
  await visitor.goto(server.url);
  await until(visitor, () => document.querySelectorAll('main a').length > 3);
  await server.kill();
  await visitor.evaluate(() => { location.hash = '#/new/heimlich'; });
  await until(visitor, () => document.querySelector('main .error'));
  await server.start(server.port);
  await until(visitor, () => document.querySelectorAll('div.seat').length > 1);
  check('a view that the server did not answer for comes when it is back', true);
  await until(p, () => document.querySelector('.lost').hidden);
  await p.waitForTimeout(1500);
  check('after the death of the server the log is as long as before', (await p.evaluate(() => document.querySelectorAll('ol.log li').length)) === lines);
  await until(q, () => document.querySelector('.lost').hidden);
  await p.reload();
  await p.waitForSelector('.ask .prompt');
  check('and after a reload, too', (await p.evaluate(() => document.querySelectorAll('ol.log li').length)) === lines);
  const twin = await p.context().newPage();
  await twin.goto(await p.evaluate(() => location.href));
  await twin.waitForSelector('.ask .prompt');
  let n = 0;
  for (let idle = 0; n < 100 && idle < 200 && !(await over(p));) {
    let some = false;
    for (const one of pages) if (await answer(one, n * 5)) { n += 1; some = true; }
    idle = some ? 0 : idle + 1;
    if (!some) await p.waitForTimeout(20);
  }
  check('the game goes on to its end', await over(p));
  await twin.waitForSelector('.ask.over', { timeout: 5000 });
  check('two tabs of a seat show the same', (await text(twin, '.table')) === (await text(p, '.table')) && (await text(twin, 'ol.log')) === (await text(p, 'ol.log')));
  // and once more, step by step
  await p.click('.ask.over a.main');
  await p.waitForSelector('.slider');
  await until(p, () => Number(document.querySelector('.slider').max) > 5);
  await accessible(p, 'a replay');
  const last = Number(await p.evaluate(() => document.querySelector('.slider').max));
  const end = await text(p, '.table');
  await click(p, '.steps button[aria-label=First]');
  await until(p, () => location.hash.endsWith('/0'));
  const first = await text(p, '.table');
  check('a replay begins at the beginning', first !== end && (await p.evaluate(() => document.querySelectorAll('ol.log li').length)) === 0);
  for (let i = 0; i < 3; i++) { await click(p, '.steps button[aria-label=Forward]'); await until(p, (k) => location.hash.endsWith(`/${k}`), i + 1); }
  const three = await text(p, '.table');
  await click(p, '.steps button[aria-label=Back]');
  await until(p, () => location.hash.endsWith('/2'));
  check('and goes backwards as well', (await text(p, '.table')) !== three);
  const link = await p.evaluate(() => location.href);
  const other = await p.context().newPage();
  await other.goto(link);
  await other.waitForSelector('.slider');
  await until(other, () => document.querySelector('output').textContent.startsWith('2 /'));
  check('its link leads to the same step', (await text(other, '.table')) === (await text(p, '.table')));
  await click(p, '.steps button[aria-label=Last]');
  await until(p, (k) => location.hash.endsWith(`/${k}`), last);
  check('to the end', (await text(p, '.table')) === end);
  await other.click('text=Go on from here in another way');
  await other.waitForSelector('.tokens');
  await other.click('text=All at this screen');
  await other.waitForSelector('.ask .prompt');
  check('another game goes on from there', (await other.evaluate(() => document.querySelectorAll('ol.log li').length)) > 0);
  await sound(p, q);
  await server.end();
}

/** A form, its links, and games of bots alone. */
export async function links() {
  const server = await new Server().start();
  const p = await page(server, { locale: 'de' });
  await p.goto(`${server.url}#/new/clash`);
  await p.waitForSelector('form .seat');
  check('options say what the rules say', (await p.evaluate(() => [...document.querySelectorAll('details select option[value=""]')].map((o) => o.textContent))).some((t) => /: ./.test(t)));
  await p.evaluate(() => { document.querySelector('form details').open = true; });
  await p.selectOption('.seat >> nth=1 >> select >> nth=0', '');
  await click(p, 'form button.main');
  await p.waitForSelector('.tokens');
  const tokens = () => p.evaluate(() => [...document.querySelectorAll('.tokens input')].map((i) => i.value));
  const first = await tokens();
  check('every seat of a person has a link, and so has who watches', first.length === 3 && first.every((t) => t.includes('#join=')), first);
  await click(p, '.tokens button.main');
  await p.waitForSelector('.ask .prompt');
  await until(p, () => document.querySelector('#top .me'));
  check('a player without a name is called as the log calls him', (await p.evaluate(() => document.querySelector('#top .me').textContent)) === 'Spieler 1'
    && (await text(p, '.table')).includes('Spieler 1'));
  await p.click('#top a[href^="#/links/"]');
  await p.waitForSelector('.tokens');
  check('who sat down before sending the links finds them again', JSON.stringify(await tokens()) === JSON.stringify(first));
  await p.goto(`${server.url}#/new/tictactoe`);
  await until(p, () => /tic/i.test(document.querySelector('h1').textContent) && document.querySelectorAll('.seat').length === 2);
  await p.selectOption('.seat >> nth=0 >> select >> nth=0', '0');
  await click(p, 'form button.main');
  await until(p, () => location.hash.endsWith('/watch') && document.querySelector('.ask'));
  check('a game of bots alone is watched', true);
  await p.goto(`${server.url}#/new/heimlich`);
  await until(p, () => /heimlich/i.test(document.querySelector('h1').textContent) && document.querySelectorAll('.seat').length === 2);
  await p.selectOption('.seat >> nth=0 >> select >> nth=0', '');
  await p.selectOption('.seat >> nth=0 >> select >> nth=1', 'pl');
  await click(p, 'form button.main');
  await until(p, () => document.querySelector('.ask .prompt') && document.querySelector('.table').lang === 'pl');
  check('a seat may speak a language of the game that the page does not', (await text(p, '.table')).includes('Gracz 1'));
  await sound(p);
  await server.end();
}

export async function hotSeat() {
  const server = await new Server().start();
  const p = await page(server, { locale: 'de' });
  const made = await begin(p, server, 'heimlich', [{ name: 'Ann' }, { name: 'Bob' }], { seed: 9 });
  await p.evaluate((all) => Promise.all(all.map((token) => fetch('/api/join', { method: 'POST', headers: { 'X-Regel': '1' }, body: JSON.stringify({ token }) }))), [made.seats[0].token]);
  await p.evaluate((token) => fetch('/api/join', { method: 'POST', headers: { 'X-Regel': '1' }, body: JSON.stringify({ token }) }), made.seats[1].token);
  await p.goto(`${server.url}#/g/${made.game}/1`);
  await p.waitForSelector('.ask .pick');
  const picks = p.locator('.ask .pick');
  check('sets are chosen one by one', (await picks.count()) === 7 && await p.locator('.ask button.main').isDisabled());
  for (let i = 0; i < 7 && await p.locator('.ask button.main').isDisabled(); i++) await click(p, '.ask .pick', i);
  check('and confirmed when they are an answer', await p.locator('.ask button.main').isEnabled());
  await shot(p, 'sets');
  await click(p, '.ask button.main');
  await until(p, () => document.querySelectorAll('ol.log li').length > 0);
  await p.selectOption('#top select >> nth=0', '1');
  await p.waitForSelector('.curtain');
  check('a curtain falls before the screen is passed on', !(await text(p, 'main')).includes('Ann:') && (await p.locator('.player').count()) === 0);
  await accessible(p, 'the curtain');
  await p.click('.curtain button');
  await p.waitForSelector('.player.mine');
  check('the other seat sees its own', (await text(p, '.player.mine h3')).includes('Bob'));
  const card = p.locator('.player.mine .card').first();
  if (await card.count()) {
    await click(p, '.player.mine .card');
    await p.waitForSelector('dialog .face');
    check('a card is shown by its face', true);
    await p.keyboard.press('Escape');
  }
  await sound(p);
  await server.end();
}

export async function speed() {
  const server = await new Server().start();
  const p = await page(server);
  const made = await begin(p, server, 'heimlich', [{ name: 'Ann' }, { name: 'Bob' }]);
  await sit(p, server, made.seats[0].token, 'en');
  const times = [];
  for (let i = 0; i < 5; i++) {
    await p.reload();
    await p.waitForSelector('.ask .prompt');
    times.push(await p.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime || 0));
  }
  const sizes = await p.evaluate(() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).filter((e) => !e.name.includes('/api/')).map((e) => [e.name.replace(location.origin, ''), e.decodedBodySize]));
  const all = sizes.reduce((n, [, size]) => n + size, 0);
  check(`the page is small (${Math.round(all / 1024)} KB)`, all > 20 * 1024 && all < 300 * 1024 && !sizes.some(([name]) => name.includes('editor')), sizes);
  times.sort((a, b) => a - b);
  check(`the first paint of a game is fast (${times.map(Math.round).join(', ')} ms)`, times[0] > 0 && times[0] < 200, times);
  await shot(p, 'start');
  await sound(p);
  await server.end();
}
