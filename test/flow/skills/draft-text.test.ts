import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withNote, withoutNote } from '../../../src/flow/skills/draft-text.ts';
import { proves } from '../../support/proves.ts';

test('a text comes out of the editor as it went in, whatever note stood above it', () => {
  proves('UI-skill-edit');
  const [head, , scissors] = withNote('', ['said']).split('\n');
  const piece = fc.oneof(fc.string(), fc.constantFrom(`${head}\n`, `\r\n${scissors}\n`, '\n'));
  const words = fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join(''));
  const note = fc.array(words, { maxLength: 3 });
  fc.assert(
    fc.property(words, note, (text, lines) => {
      expect(withoutNote(withNote(text, lines))).toBe(text);
    }),
  );
});

test('the note goes too where somebody took the line with the scissors out', () => {
  const text = '---\nname: a\n---\n# A heading\n';
  const file = withNote(text, ['It was not saved: name is missing']);
  const without = file.replace(/^-+ >8 -+\n/m, '');
  expect(without).not.toBe(file);
  expect(withoutNote(without)).toBe(text);
});
