import { usageFailure } from '../../contract/failure.ts';

/** Nobody counts through more in one word, and each is kept. */
const VALUES_MAX = 10_000;

/**
 * The texts that stand for what is in braces with two dots and no comma: `8..12` and `01..12` are
 * numbers, `a..f` letters, a third part is the step. Undefined where there are no two dots. Throws
 * `Failure` usage for another range, which a shell would take literally and nobody means so.
 */
export function rangeIn(text: string): readonly string[] | undefined {
  if (!text.includes('..')) return undefined;
  const [first = '', last = '', step = '1', ...more] = text.split('..');
  const values =
    more.length > 0 || !NUMBER.test(step) ? undefined : between(first, last, Number(step));
  if (values !== undefined) return values;
  throw usageFailure(
    'The range in braces cannot be read',
    `{${text}} was given; allowed are {8..12} and {a..f}, with a step {0..100..10}, ` +
      `and at most ${VALUES_MAX} values.`,
  );
}

const NUMBER = /^-?\d{1,9}$/;
const PADDED = /^-?0\d/;
const LETTERS = /^(?:[a-z]{2}|[A-Z]{2})$/;

function between(first: string, last: string, step: number): readonly string[] | undefined {
  if (NUMBER.test(first) && NUMBER.test(last)) {
    const isPadded = PADDED.test(first) || PADDED.test(last);
    const width = isPadded ? Math.max(first.length, last.length) : 0;
    return counted(Number(first), Number(last), step)?.map((value) => padded(value, width));
  }
  if (!LETTERS.test(first + last)) return undefined;
  const codes = counted(first.charCodeAt(0), last.charCodeAt(0), step);
  return codes?.map((code) => String.fromCharCode(code));
}

function counted(first: number, last: number, step: number): readonly number[] | undefined {
  const by = Math.max(1, Math.abs(step));
  const count = Math.floor(Math.abs(last - first) / by) + 1;
  if (count > VALUES_MAX) return undefined;
  return Array.from({ length: count }, (_, at) => first + at * (last < first ? -by : by));
}

function padded(value: number, width: number): string {
  const sign = value < 0 ? '-' : '';
  return sign + String(Math.abs(value)).padStart(width - sign.length, '0');
}
