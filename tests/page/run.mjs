// tests/page/run.mjs [WORD…]: all tests of the page, or those whose name contains a word.
import { finish, check } from './harness.mjs';
import * as play from './play.mjs';
import * as rest from './rest.mjs';
import { translate } from './translate.mjs';
import { foreign, rulebook, write } from './write.mjs';

const words = process.argv.slice(2);
for (const [name, test] of Object.entries({ ...rest, ...play, write, foreign, rulebook, translate })) {
  if (words.length && !words.some((w) => name.includes(w))) continue;
  const begin = Date.now();
  try { await test(); } catch (e) { check(name, false, e.stack); }
  console.log(`# ${name}: ${((Date.now() - begin) / 1000).toFixed(1)} s`);
}
await finish();
