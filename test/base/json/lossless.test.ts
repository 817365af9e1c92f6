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
    '1.2345678e-320',
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
    '2E300',
    '-1.7976931348623157e+308',
    '1.00000000000000000000e-310',
    '0e400',
  ]) {
    expect(parseJson(text)).toBe(Number(text));
    expect(parseJson(`[1e400,${text}]`)).toEqual([parseJson('1e400'), Number(text)]);
  }
});

test('a number is found wherever a value may stand', () => {
  proves('UI-output-numbers');
  const places = ['[@]', '[ @]', '[1,@]', '[1,\n@]', '[\t@,1]', '[\r@ ]', '{"a":@}', '{"a": @}'];
  places.push('["1e400",@,-1,1e+300]', String.raw`{"\\\"":"\"-0","":[[{},@],null],"__proto__":@}`);
  for (const number of [
    '-0',
    '-0.0',
    '1e400',
    '-1E+400',
    '9007199254740993',
    '-9007199254740993',
  ]) {
    for (const place of places) {
      const text = place.replaceAll('@', number);
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
  for (const wrong of [
    '1.e300',
    '1e4e5',
    '-',
    '01e400',
    '"1e400',
    '1e400 x',
    '1e300e',
    '1e400-1',
  ]) {
    const text = `[1e400,${wrong}]`;
    expect(() => parseJson(text)).toThrow(said(() => JSON.parse(text)));
  }
});

function said(call: () => unknown): string {
  try {
    return String(call());
  } catch (error) {
    return error instanceof SyntaxError ? error.message : '';
  }
}

/** The number times 10^100, exactly, as digits. */
function scaled(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const zeros = 200 + Number(exponent) - fraction.length;
  return `${sign}${BigInt(`${whole}${fraction}`) * 10n ** BigInt(zeros)}`.replace(/^-0$/, '0');
}

test('of thousands each stands in its place', () => {
  const text = `[${Array.from({ length: 5000 }, (_, at) => `"${at}",${at + 1}e400`)}]`;
  expect(stringifyJson(parseJson(text))).toBe(text);
});

test('a number of many digits takes no more than the time of one reading', () => {
  proves('ATTACK-linear-patterns');
  const source = `1${'0'.repeat(150_000)}1`;
  expect(stringifyJson(parseJson(source))).toBe(source);
});
