import { decimalOf, type ExactNumber, isExactNumber } from './lossless.ts';

/** A number of a parsed JSON text. */
export type JsonNumber = number | ExactNumber;

/** Whether `value` is a number, also one that a double cannot hold. */
export function isNumber(value: unknown): value is JsonNumber {
  return typeof value === 'number' || isExactNumber(value);
}

/** Below zero where `left` is the smaller number, zero where both are the same, by the digits as they came. */
export function compareNumbers(left: JsonNumber, right: JsonNumber): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [first, second] = [partsOf(left), partsOf(right)];
  if (first.sign !== second.sign) return first.sign - second.sign;
  const { digits, magnitude, sign } = first;
  if (magnitude !== second.magnitude) return sign * (magnitude < second.magnitude ? -1 : 1);
  if (digits === second.digits) return 0;
  // Both begin behind the same place, so that digits have the order of texts.
  return sign * (digits < second.digits ? -1 : 1);
}

/** Sign, digits without zeros at either end, and the place before which the first of them stands. */
function partsOf(value: JsonNumber) {
  const decimal = decimalOf(typeof value === 'number' ? String(value) : value.rawJSON);
  const [mantissa = '', exponent = '0'] = decimal.split('e');
  const digits = mantissa.replace('-', '');
  if (digits === '0') return { sign: 0, digits, magnitude: 0 };
  const sign = mantissa.startsWith('-') ? -1 : 1;
  return { sign, digits, magnitude: Number(exponent) + digits.length };
}
