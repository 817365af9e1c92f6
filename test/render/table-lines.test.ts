import CliTable from 'cli-table3';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { sanitiseLine } from '../../src/render/sanitise.ts';
import { tableLines } from '../../src/render/table-lines.ts';
import { cutText, PLAIN_TEXT, textWidth } from '../../src/render/text-width.ts';

const NOTHING = { top: '', bottom: '', left: '', right: '', mid: '' };
const CORNERS = ['top', 'bottom'].flatMap((side) =>
  ['mid', 'left', 'right'].map((corner) => [`${side}-${corner}`, '']),
);
const CHARS = {
  ...NOTHING,
  ...Object.fromEntries(CORNERS),
  'left-mid': '',
  'mid-mid': '',
  'right-mid': '',
  middle: '  ',
};

/** The same table as cli-table3 draws it, which takes a hundred times as long for long lists. */
function drawnByLibrary(rows: readonly (readonly string[])[]): readonly string[] {
  const [first = []] = rows;
  const table = new CliTable({
    chars: CHARS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colWidths: first.map((_, column) =>
      Math.max(...rows.map((row) => textWidth(row[column] ?? ''))),
    ),
  });
  for (const row of rows) table.push([...row]);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

const PIECE = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
  fc.constantFrom(
    '日本語',
    'ｆｕｌｌ',
    'e\u0301',
    '👩‍💻',
    '🇩🇪',
    '👍🏽',
    '1️⃣',
    '✅',
    '🫠',
    '©',
    '…',
    '한글',
    'नमस्ते',
    'ก็',
  ),
);
const CELL = fc
  .tuple(fc.array(PIECE, { maxLength: 3 }), fc.integer({ min: 1, max: 20 }))
  .map(([pieces, width]) => cutText(sanitiseLine(pieces.join('')).trim(), width));

const TABLE = fc.integer({ min: 1, max: 5 }).chain((columns) =>
  fc.array(fc.array(CELL, { minLength: columns, maxLength: columns }), {
    minLength: 1,
    maxLength: 8,
  }),
);

test('a table has the bytes that cli-table3 draws', () => {
  fc.assert(
    fc.property(TABLE, (rows) => {
      expect(tableLines(rows)).toEqual(drawnByLibrary(rows));
    }),
    { numRuns: 500 },
  );
});

test('plain text is harmless and takes a column a character', () => {
  for (let code = 0; code <= 0xffff; code += 1) {
    const character = String.fromCharCode(code);
    if (!PLAIN_TEXT.test(character)) continue;
    expect({ code, width: stringWidth(character) }).toEqual({ code, width: 1 });
    expect(character).not.toMatch(
      /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
    );
    if (code > 0x7f) expect(character).not.toMatch(/\p{Emoji}/u);
  }
});

test('of many marks of a letter two are shown, which would be drawn over other lines', () => {
  expect(cutText(`e${'\u0301'.repeat(400_000)}x`, 10)).toBe('e\u0301\u0301x');
});
