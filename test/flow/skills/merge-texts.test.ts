import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasMergeMarks, mergeTexts } from '../../../src/flow/skills/merge-texts.ts';
import { proves } from '../../support/proves.ts';

const BASE = Array.from({ length: 12 }, (_, at) => `line ${at}\n`).join('');

test('changes of different places come together', () => {
  proves('UI-skill-edit');
  const mine = BASE.replace('line 10\n', 'line 10, mine\n');
  const theirs = BASE.replace('line 1\n', 'line 1, theirs\n');
  expect(mergeTexts({ base: BASE, mine, theirs })).toEqual({
    text: theirs.replace('line 10\n', 'line 10, mine\n'),
    hasMarks: false,
  });
});

test('where both changed the same line, both stand there between marks', () => {
  proves('UI-skill-edit');
  const base = 'one\ntwo\nthree\n';
  const merged = mergeTexts({ base, mine: 'one\nMINE\nthree\n', theirs: 'one\nTHEIRS\nthree' });
  expect(merged).toEqual({
    text: [
      'one',
      '<<<<<<< yours',
      'MINE',
      'three',
      '=======',
      'THEIRS',
      'three',
      '>>>>>>> on the machine',
      '',
    ].join('\n'),
    hasMarks: true,
  });
  expect(hasMergeMarks(merged.text)).toBe(true);
  expect(hasMergeMarks('one\ntwo\n')).toBe(false);
});

test('no line that somebody wrote is lost, whatever the texts', () => {
  proves('UI-skill-draft');
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''));
  fc.assert(
    fc.property(text, text, text, (base, mine, theirs) => {
      const merged = mergeTexts({ base, mine, theirs });
      const added = mine.split('\n').filter((line) => !base.includes(line));
      for (const line of added) expect(merged.text).toContain(line);
      if (base === theirs) expect(merged).toEqual({ text: mine, hasMarks: false });
      if (base === mine) expect(merged).toEqual({ text: theirs, hasMarks: false });
    }),
  );
});
