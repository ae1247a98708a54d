// Whole games, played by clicking.
import { Server, accessible, answer, check, over, page, post, shot, sit, sound } from './harness.mjs';

const languages = ['en', 'nl', 'fr', 'de'];

async function begin(server, name, seats, more = {}) {
  const p = await page(server);
  await p.goto(server.url);
  const made = await post(p, 'new', { name, lang: 'en', seats, ...more });
  await p.context().close();
  return made;
}

/** Plays until the game is over, whoever is asked; `most` answers. */
async function play(pages, most, between = async () => {}) {
  let n = 0;
  for (let idle = 0; n < most && idle < 400;) {
    let some = false;
    for (const p of pages) {
      if (await answer(p, n * 7919 + 13)) { n += 1; some = true; await between(n); }
    }
    if (await over(pages[0])) return n;
    idle = some ? 0 : idle + 1;
    if (!some) await pages[0].waitForTimeout(20);
  }
  return n;
}

export async function heimlich() {
  const server = await new Server().start();
  const made = await begin(server, 'heimlich', languages.map((lang, i) => ({ name: ['Ann', 'Bas', 'Cléo', 'Dirk'][i], lang })), { seed: 5 });
  const pages = [];
  for (const [i, lang] of languages.entries()) {
    const p = await page(server);
    await sit(p, server, made.seats[i].token, lang);
    pages.push(p);
  }
  check('the link does not stay in the address', !(await pages[1].evaluate(() => location.href)).includes(made.seats[1].token));
  const logs = await Promise.all(pages.map((p) => p.evaluate(() => document.querySelector('.log-box h2').textContent)));
  check('each page speaks its own language', new Set(logs).size === 4, logs);
  const n = await play(pages, 1500, async (k) => {
    if (k === 25) {
      const asks = await Promise.all(pages.map((p) => p.evaluate(() => document.querySelector('.ask').className)));
      check('one is asked and three wait', asks.filter((c) => c.includes('wait')).length >= 3, asks);
      await shot(pages[1], 'heimlich'); await accessible(pages[1], 'a game');
    }
    if (k === 40) await pages[2].reload();
  });
  check(`a whole game of Heimlich by four pages in four languages (${n} answers)`, await over(pages[0]));
  for (const p of pages) await p.waitForSelector('.ask.over', { timeout: 5000 });
  const results = await Promise.all(pages.map((p) => p.evaluate(() => document.querySelector('.result').textContent)));
  check('all are told the end in their language', results.every(Boolean) && new Set(results).size > 1, results);
  const lines = await Promise.all(pages.map((p) => p.evaluate(() => document.querySelectorAll('ol.log li').length)));
  check('all have a log', lines.every((l) => l > 20), lines);
  await pages[3].evaluate(() => [...document.querySelectorAll('.why')].at(-1).click());
  await pages[3].waitForSelector('dialog .lead');
  check('a line of the log tells why', (await pages[3].locator('dialog .causes li').count()) > 0);
  await accessible(pages[3], 'why');
  await pages[3].keyboard.press('Escape');
  await sound(...pages);
  await server.end();
}

export async function clash() {
  const server = await new Server().start();
  const made = await begin(server, 'clash', [{ name: 'Ann', lang: 'en' }, { bot: 0 }], { seed: 3, options: { turn_limit: '50' } });
  const p = await page(server, { colorScheme: 'dark' });
  await sit(p, server, made.seats[0].token, 'en');
  await p.click('.answer'); // place a unit
  await p.waitForSelector('.player.mine .can');
  check('equal units light up where the answer has them, not at the other side', !(await p.$('.player:not(.mine) .can')));
  const n = await play([p], 1200, async (k) => { if (k === 30) { await shot(p, 'clash-dark'); await accessible(p, 'a game in the dark'); } });
  check(`a whole game of Clash against a bot (${n} answers)`, await over(p));
  await sound(p);
  await server.end();
}

export async function orange() {
  const server = await new Server().start();
  const made = await begin(server, 'orange', [{ name: 'Ann', lang: 'nl' }], { seed: 2 });
  const p = await page(server, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await sit(p, server, made.seats[0].token, 'nl');
  const n = await play([p], 1500, async (k) => {
    if (k === 25) {
      await shot(p, 'orange-phone');
      check('on a phone nothing is wider than the screen', await p.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await accessible(p, 'a game on a phone');
    }
  });
  check(`a whole game of Orange alone, on a phone (${n} answers)`, await over(p));
  await sound(p);
  await server.end();
}
