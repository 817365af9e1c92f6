import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Failure } from '../../src/contract/failure.ts';
import { failureForPeople, failureForPrograms } from '../../src/render/failure-text.ts';
import type { RenderOptions } from '../../src/render/format.ts';
import { FORMAT_NAMES } from '../../src/render/format-name.ts';
import { loadFormat } from '../../src/render/load-format.ts';
import { escapeForTerminalJson, sanitiseLine, sanitiseText } from '../../src/render/sanitise.ts';
import { proves } from '../support/proves.ts';

/** Everything that must not reach a terminal, but the line feed and tab of the layout. */
const HARMFUL =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u;

const HOSTILE = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(
        '\u001b',
        '[',
        ']',
        '0;',
        '31m',
        '\u0007',
        '\u001b\\',
        '\u009b',
        '\u009d',
        '\u009c',
        'P',
        '\u0090',
        '\u202e',
        '\u2066',
        '\u2069',
        '\u200b',
        '\u200d',
        '\ufeff',
        '\u2028',
        '\r',
        '\n',
        '\t',
        '\b',
        '\u0085',
        '\u{e0041}',
        '\ud800',
        '\udc00',
        'text',
        '<%= 7*7 %>',
        '漢',
        '😀',
        '8',
        ';;https://x',
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join('')),
);

const hostileValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    HOSTILE,
    fc.constantFrom(null, true, 5),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(HOSTILE, tie('value'), { maxKeys: 4 }),
    fc.record({ id: HOSTILE, jobs: fc.array(fc.dictionary(HOSTILE, HOSTILE), { maxLength: 3 }) }),
    fc.record({ jobs: fc.array(fc.dictionary(HOSTILE, HOSTILE), { maxLength: 3 }) }),
  ),
})).value;

test('escape sequences go with their text, what hides or turns text goes, the rest stays', () => {
  proves('UI-output-sanitised');
  expect(sanitiseLine('a\u001b[31;1mred\u001b[0m b')).toBe('ared b');
  expect(
    sanitiseLine('\u001b]0;title\u0007x\u001b]8;;https://evil\u001b\\link\u001b]8;;\u001b\\'),
  ).toBe('xlink');
  expect(sanitiseLine('\u009b31mred \u009dtitle\u009cx \u001bP1$r\u001b\\y \u001bc')).toBe(
    'red x y ',
  );
  expect(sanitiseLine('\u001b\u001b[31m[2Jx')).toBe('[2Jx');
  expect(sanitiseLine('one\r\ntwo\tthree\u2028four\u0007')).toBe('one two three four');
  expect(sanitiseText('one\r\ntwo\tthree\u2028four\u0007')).toBe('one\ntwo\tthree\nfour');
  expect(sanitiseText('abc\u202edcba\u2066x\u2069 a\u200bb\ufeff\u00ad\u{e0041}\ud800')).toBe(
    'abcdcbax ab',
  );
  expect(sanitiseText('Grüße, 漢字, עברית, 😀 <%= 7*7 %>')).toBe(
    'Grüße, 漢字, עברית, 😀 <%= 7*7 %>',
  );
});

test('long hostile texts are worked through in time', () => {
  proves('UI-output-sanitised');
  const started = performance.now();
  for (const unit of ['\u009d', '\u001b]', '\u001b[', '\u001b[0', '\u001b]0;x', '\u0090a']) {
    sanitiseText(unit.repeat(200_000));
  }
  expect(performance.now() - started).toBeLessThan(5000);
});

test('escaped JSON is the same JSON', () => {
  proves('UI-output-sanitised');
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const json = JSON.stringify(value, null, 2);
      const escaped = escapeForTerminalJson(json);
      expect(escaped).not.toMatch(HARMFUL);
      expect(JSON.stringify(JSON.parse(escaped), null, 2)).toBe(json);
    }),
    { numRuns: 300 },
  );
});

test('no format lets a harmful character through to a person', async () => {
  proves('UI-output-sanitised');
  const terminal: RenderOptions = { isTerminal: true, width: 60, colour: false, now: 0 };
  for (const name of FORMAT_NAMES) {
    const format = await loadFormat(name);
    await fc.assert(
      fc.asyncProperty(hostileValue, async (value) => {
        const text = orNothing(() => String(format.value({ value }, terminal)));
        expect(text).not.toMatch(HARMFUL);
        const pages = await format.pages?.(terminal);
        if (pages !== undefined) {
          const page = orNothing(() => pages.page([value], { rows: [value] }));
          expect(page + pages.end()).not.toMatch(HARMFUL);
        }
        if (name === 'table') {
          const piped = String(format.value({ value }, { ...terminal, isTerminal: false }));
          expect(piped).not.toMatch(HARMFUL);
        }
      }),
      { numRuns: 100 },
    );
  }
});

test('a table that is not bounded shows every text whole', async () => {
  proves('UI-output-terminal');
  const table = await loadFormat('table');
  const options: RenderOptions = { isTerminal: false, width: 0, colour: false, now: 0 };
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom('नमस्ते', 'สวัสดี', '👍🏽', '🇩🇪', '❤', '漢', 'é', 'ﬁ', '©', '☎', 'a'))
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (texts) => {
      const lines = String(table.value({ value: texts.map((t) => ({ t, id: 1 })) }, options)).split(
        '\n',
      );
      texts.forEach((each, at) => {
        expect(lines[at + 1]).toContain(sanitiseLine(each).trim());
      });
    }),
    { numRuns: 300 },
  );
});

test('a failure is harmless for people and for programs on a terminal', () => {
  proves('UI-output-sanitised', 'UI-output-errors');
  fc.assert(
    fc.property(HOSTILE, HOSTILE, HOSTILE, (title, detail, requestId) => {
      const failure = new Failure('refused', { code: 'x', title, detail, requestId });
      expect(failureForPeople(failure, { colour: false })).not.toMatch(HARMFUL);
      const json = failureForPrograms(failure, { exitCode: 2, isTerminal: true });
      expect(json).not.toMatch(HARMFUL);
      expect(JSON.parse(json).error.title).toBe(title);
    }),
  );
});

/** `-o name` refuses what has no name. */
function orNothing(render: () => string): string {
  try {
    return render();
  } catch (error) {
    if (error instanceof Failure) return '';
    throw error;
  }
}
