import { decimalOf, isExactNumber, type JsonNumber } from './lossless.ts';

/** Whether `value` is a number, also one that a double cannot hold. */
export function isNumber(value: unknown): value is JsonNumber {
  return typeof value === 'number' || isExactNumber(value);
}

/** Below zero where `left` is the smaller number, zero where both are the same, by the digits as they came. */
export function compareNumbers(left: JsonNumber, right: JsonNumber): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return compareDecimals(decimalParts(left), decimalParts(right));
}

/** Sign, digits without zeros at either end, and the place before which the first of them stands. */
interface DecimalParts {
  readonly sign: number;
  readonly digits: string;
  readonly magnitude: number;
}

/** By what a number is compared: who sorts many takes them apart once, since that takes longer. */
export function decimalParts(value: JsonNumber): DecimalParts {
  const decimal = decimalOf(typeof value === 'number' ? String(value) : value.rawJSON);
  const [mantissa = '', exponent = '0'] = decimal.split('e');
  const digits = mantissa.replace('-', '');
  if (digits === '0') return { sign: 0, digits, magnitude: 0 };
  const sign = mantissa.startsWith('-') ? -1 : 1;
  return { sign, digits, magnitude: Number(exponent) + digits.length };
}

/** As `compareNumbers`, of numbers that were taken apart. */
export function compareDecimals(left: DecimalParts, right: DecimalParts): number {
  if (left.sign !== right.sign) return left.sign - right.sign;
  const { digits, magnitude, sign } = left;
  if (magnitude !== right.magnitude) return sign * (magnitude < right.magnitude ? -1 : 1);
  if (digits === right.digits) return 0;
  // Both begin behind the same place, so that digits have the order of texts.
  return sign * (digits < right.digits ? -1 : 1);
}
