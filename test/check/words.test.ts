import { expect, test } from 'vitest';
import { parseSource } from './source.ts';
import { nameWordFindings, pathWordFindings } from './words.ts';

test.each([
  ['src/terminal/rim.ts', 'rim'],
  ['src/machine/webhooks/delivery-desk.ts', 'desk'],
  ['src/desks/a.ts', 'desk'],
  ['src/machine/run-stretches.ts', 'stretch'],
  ['test/bench/delivery-house.ts', 'house'],
  ['test/mail/a.json', 'mail'],
])('the path %s has a forbidden word', (path, word) => {
  expect(pathWordFindings([path])).toEqual([
    expect.stringContaining(`${path} has the word ${word};`),
  ]);
});

test.each([
  ['const rim = 1;', 'rim', 'rim'],
  ['export interface BridgeRim {}', 'BridgeRim', 'rim'],
  ['run(({ commandDesk }) => 1);', 'commandDesk', 'desk'],
  ['this.#bell.ring();', 'bell', 'bell'],
  ['type A = { readonly openHouses: 1 };', 'openHouses', 'house'],
  ['const WHOLE_HOUSE = 1;', 'WHOLE_HOUSE', 'house'],
  ['recordMail(sightOf);', 'recordMail', 'mail'],
  ['judgeDelivery();', 'judgeDelivery', 'judge'],
])('%s names something with a forbidden word', (text, name, word) => {
  const [found] = nameWordFindings([parseSource('test/a.ts', text)]);
  expect(found).toContain(`test/a.ts:1 names ${name} with the word ${word};`);
});

test('a name is found once in a file', () => {
  const files = [parseSource('src/a.ts', '\nconst rim = 1;\nrun(rim);\nconst bell = 2;')];
  expect(nameWordFindings(files).map((line) => line.split(' with ')[0])).toEqual([
    'src/a.ts:2 names rim',
    'src/a.ts:4 names bell',
  ]);
});

test.each([
  "const email = 'the house';",
  'const warehouse = 1; // rim',
  'const insight = 1;',
  'const trim = primary.desktop;',
  "proves('PROJECT-arrows');",
])('%s has no forbidden word in a name', (text) => {
  expect(nameWordFindings([parseSource('src/a.ts', text)])).toEqual([]);
  expect(pathWordFindings(['src/warehouse/email-text.ts'])).toEqual([]);
});
