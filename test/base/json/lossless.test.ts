import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExactNumber, parseJson, stringifyJson } from '../../../src/base/json/lossless.ts';
import { proves } from '../../support/proves.ts';

test('numbers that a double cannot hold keep every digit, all others are numbers', () => {
  proves('UI-output-numbers');
  const kept = [
    '9007199254740993',
    '-9007199254740993',
    '123456789012345678901234567890',
    '0.1000000000000000055511151231257827',
    '1e400',
    '-0',
  ];
  for (const text of kept) {
    expect(isExactNumber(parseJson(text))).toBe(true);
    expect(stringifyJson(parseJson(`{"a":[${text}]}`))).toBe(`{"a":[${text}]}`);
  }
  for (const text of [
    '0',
    '1.0',
    '1e3',
    '0.1',
    '9007199254740991',
    '1e-7',
    '100000000000000000000',
  ]) {
    expect(parseJson(text)).toBe(Number(text));
  }
});

test('a number is found wherever a value may stand', () => {
  proves('UI-output-numbers');
  const places = ['[@]', '[ @]', '[1,@]', '[1,\n@]', '[\t@,1]', '[\r@ ]', '{"a":@}', '{"a": @}'];
  for (const number of [
    '-0',
    '-0.0',
    '1e400',
    '-1E+400',
    '9007199254740993',
    '-9007199254740993',
  ]) {
    for (const place of places) {
      const text = place.replace('@', number);
      expect(stringifyJson(parseJson(text))).toBe(text.replaceAll(/\s/g, ''));
    }
  }
});

test('every number is written back with the value it came with', () => {
  proves('UI-output-numbers');
  fc.assert(
    fc.property(
      fc.bigInt(),
      fc.bigInt({ min: 0n }),
      fc.integer({ min: -20, max: 20 }),
      (whole, fraction, exponent) => {
        expect(stringifyJson(parseJson(String(whole)))).toBe(String(whole));
        const text = `${whole}.${fraction}e${exponent}`;
        expect(scaled(stringifyJson(parseJson(text)))).toBe(scaled(text));
      },
    ),
  );
});

test('__proto__ is an ordinary member, and what is not JSON is a SyntaxError', () => {
  const text = '{"__proto__":{"a":9007199254740993},"b":1}';
  const value = parseJson(text);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(stringifyJson(value)).toBe(text);
  for (const wrong of ['', '{', '01', '{"a":9007199254740993', "{'a':1}", 'NaN']) {
    expect(() => parseJson(wrong)).toThrow(SyntaxError);
  }
});

/** The number times 10^100, exactly, as digits. */
function scaled(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const zeros = 200 + Number(exponent) - fraction.length;
  return `${sign}${BigInt(`${whole}${fraction}`) * 10n ** BigInt(zeros)}`.replace(/^-0$/, '0');
}

test('a number of many digits takes no more than the time of one reading', () => {
  proves('ATTACK-linear-patterns');
  const source = `1${'0'.repeat(150_000)}1`;
  expect(stringifyJson(parseJson(source))).toBe(source);
});
