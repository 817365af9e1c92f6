import { isJsonObject } from '../../base/json/lossless.ts';
import type { JsonObject } from '../../base/json/object.ts';
import type { RenderOptions } from '../format.ts';
import { sanitiseLine } from '../sanitise.ts';
import { shortText } from './short-text.ts';
import { wrapWords } from './wrap-words.ts';

const CURSORS = ['next_before', 'next_offset'];

/** What a list answer tells besides its rows, in a line; and how to see what comes after them. */
export function linesBeside(
  answer: JsonObject,
  member: string | null,
  { now, width }: RenderOptions,
): readonly string[] {
  const facts = Object.entries(answer)
    .filter(([name]) => name !== member && !CURSORS.includes(name))
    .flatMap(([name, value]) => factsOf(name, value, now));
  const goesOn = CURSORS.some((name) => answer[name] !== null && answer[name] !== undefined);
  const lines = [
    sanitiseLine(facts.join(', ')),
    goesOn ? 'There is more: --all shows the whole list.' : '',
  ];
  return lines.flatMap((line) => wrapWords(line, width));
}

/**
 * Counts read as `3 needs input`, and what is so or not as `not enforced`; a text that only says what was asked
 * for is left out.
 */
function factsOf(name: string, value: unknown, now: number): readonly string[] {
  if (value === null || typeof value === 'string' || Array.isArray(value)) return [];
  const words = name.replaceAll('_', ' ');
  if (typeof value === 'boolean') return [value ? words : `not ${words}`];
  if (!isJsonObject(value)) return [`${shortText(value, now)} ${words}`];
  return Object.entries(value).flatMap(([inner, amount]) => factsOf(inner, amount, now));
}
