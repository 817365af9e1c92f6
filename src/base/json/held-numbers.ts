import { endOfText, QUOTE } from './size.ts';

const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

const NUMBER = /-?\d[\d.eE+-]*/y;

/** Of these no more than 15 digits, which every double keeps. */
const SURE = /^(?:-?[1-9]|0)[\d.]{0,14}$/;

/** Above every number that stays in the text. */
const HELD_FROM = 1e295;

/** Joined in groups, since millions of short texts take five times the memory of the long one. */
const PARTS_MAX = 2000;

/** A JSON text with other numbers in the places of some, and the values of those. */
interface HeldNumbers {
  readonly json: string;
  readonly held: readonly unknown[];
}

/**
 * Holds back the numbers of a JSON text that a double may not keep, each as the value that `read` gives for it, until
 * `restoreNumbers`: a reviver of `JSON.parse` takes ten times as long. Throws what `read` throws; any other
 * text that is not JSON stays one that is not.
 */
export function holdNumbers(text: string, read: (source: string) => unknown): HeldNumbers {
  const held: unknown[] = [];
  let json = '';
  let parts: string[] = [];
  let copiedTo = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfText(text, at);
    else if (unit === MINUS || (unit >= ZERO && unit <= NINE)) {
      NUMBER.lastIndex = at;
      const source = text.slice(at, NUMBER.test(text) ? NUMBER.lastIndex : at + 1);
      if (!SURE.test(source)) {
        held.push(read(source));
        parts.push(text.slice(copiedTo, at), `${held.length}e295`);
        copiedTo = at + source.length;
        if (parts.length > PARTS_MAX) {
          json += parts.join('');
          parts = [];
        }
      }
      at += source.length - 1;
    }
  }
  return { json: json + parts.join('') + text.slice(copiedTo), held };
}

/** The parsed value with every number that was held back in its place again; lists and objects are changed. */
export function restoreNumbers(value: unknown, held: readonly unknown[]): unknown {
  if (typeof value === 'number') {
    return value < HELD_FROM ? value : held[Math.round(value / HELD_FROM) - 1];
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = restoreNumbers(item, held);
  } else if (typeof value === 'object' && value !== null) {
    const members = value as Record<string, unknown>;
    for (const name of Object.keys(members)) members[name] = restoreNumbers(members[name], held);
  }
  return value;
}
