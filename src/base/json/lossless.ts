import { holdNumbers, restoreNumbers } from './held-numbers.ts';
import { isObject, type JsonObject } from './object.ts';

/**
 * A number that a double cannot hold, kept as the text in which it came. `JSON.stringify` writes
 * it unchanged (ECMAScript "JSON.rawJSON").
 */
export interface ExactNumber {
  readonly rawJSON: string;
}

/** A number of a parsed JSON text. */
export type JsonNumber = number | ExactNumber;

interface LosslessJson {
  rawJSON(text: string): ExactNumber;
  isRawJSON(value: unknown): boolean;
}

// Node 22 and 24 have these; TypeScript's library does not name them.
const json = JSON as unknown as LosslessJson;

/**
 * Short numbers without an exponent always survive; only a text with others needs the slow way. A
 * number stands where a value may begin, so that dates and ids inside strings do not count.
 */
const PERHAPS_INEXACT = /[\s:,[](?:-0|-?\d[\d.]{15}|-?\d[\d.]*[eE])/;

/** As many digits of any decimal number as every double keeps. */
const DIGITS_KEPT = 15;

/**
 * Parses JSON so that every number can be written back with the value it came with. A member
 * called `__proto__` becomes an ordinary own member. Throws `SyntaxError` for what is not JSON and
 * `RangeError` for what is nested too deeply.
 */
export function parseJson(text: string): unknown {
  // A text that is a number itself begins with a character below the colon.
  if (text > ':' && !PERHAPS_INEXACT.test(text)) return JSON.parse(text);
  try {
    const { held, json } = holdNumbers(text, readNumber);
    const value: unknown = JSON.parse(json);
    return held.length === 0 ? value : restoreNumbers(value, held);
  } catch (error) {
    // What is wrong is said of the text as it came.
    JSON.parse(text);
    throw error;
  }
}

function readNumber(source: string): JsonNumber {
  const value = JSON.parse(source) as number;
  return survives(value, source) ? value : json.rawJSON(source);
}

/** Writes a value of `parseJson`; `indentSpaces` 0 gives one line. */
export function stringifyJson(value: unknown, indentSpaces = 0): string {
  return JSON.stringify(value, undefined, indentSpaces);
}

/** Whether `value` is a number that `parseJson` kept as text. */
export function isExactNumber(value: unknown): value is ExactNumber {
  return json.isRawJSON(value);
}

/** Whether writing `value` gives the same decimal number as `source`: not where that is -0 or beyond a double. */
function survives(value: number, source: string): boolean {
  const written = String(value);
  if (written === source) return true;
  if (value === 0) return /^[0.]+(?:e|$)/i.test(source);
  if (!Number.isFinite(value)) return false;
  // So few digits stay what they are but in the smallest numbers.
  if (source.length <= DIGITS_KEPT && Math.abs(value) > 1e-300) return true;
  // Whole numbers of fewer digits are written without an exponent: another text is another number.
  if (source.length < 22 && !/[.eE]/.test(source)) return false;
  return decimalOf(written) === decimalOf(source);
}

/** One spelling for each decimal number: sign, digits without zeros at either end, exponent. */
export function decimalOf(source: string): string {
  const [, sign = '', whole = '', fraction = '', exponentText] =
    /^(-?)(\d*)\.?(\d*)e?(.*)/i.exec(source) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  // Looking behind, no run of zeros within is gone through from each of them.
  const significant = digits.replace(/(?<!0)0+$/, '');
  if (significant === '') return `${sign}0`;
  const exponent = Number(exponentText) - fraction.length + digits.length - significant.length;
  return `${sign}${significant}e${exponent}`;
}

/** Whether a parsed value is a JSON object: no list, no null and no number that is kept as text. */
export function isJsonObject(value: unknown): value is JsonObject {
  // Asked for every cell of a list: the look at the member spares nearly all the slower question.
  return isObject(value) && !('rawJSON' in value && isExactNumber(value));
}
