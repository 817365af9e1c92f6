import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withNote, withoutNote } from '../../../src/flow/skills/draft-text.ts';
import { proves } from '../../support/proves.ts';

test('a text comes out of the editor as it went in, whatever note stood above it', () => {
  proves('UI-skill-edit');
  const note = fc.array(
    fc.string().map((line) => line.replace(/[\n\r]/g, ' ')),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(fc.string(), note, (text, lines) => {
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
