import type { ExactNumber } from '../../base/json/lossless.ts';
import type { Budget } from './budget.ts';

/** Keywords whose schemas are tried on the same value. */
const PASS_IT_ON = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if'];
const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];

/**
 * A double that stands for a number that none can hold, so that `keyword` decides of it as it would
 * of the number itself; undefined (which fits) where there is none. Throws `Undecided`.
 */
export function doubleFor(
  exact: ExactNumber,
  of: { readonly keyword: string; readonly limit: unknown; readonly budget: Budget },
): number | ExactNumber | undefined {
  const { keyword, limit, budget } = of;
  if (PASS_IT_ON.includes(keyword)) return exact;
  if (keyword === 'type') return isWhole(exact) ? 1 : 0.5;
  if (BOUNDS.includes(keyword) && typeof limit === 'number') {
    const order = compare(exact, limit);
    return order === 0 ? limit : order * Number.POSITIVE_INFINITY;
  }
  if (keyword === 'multipleOf') {
    budget.giveWay();
    return undefined;
  }
  return Number(exact.rawJSON);
}

function isWhole({ rawJSON }: ExactNumber): boolean {
  return /^-?\d+(?:\.0+)?(?:[eE]\+?\d+)?$/.test(rawJSON);
}

/** Below 0 where the number is smaller than `limit`; whole numbers are compared digit by digit. */
function compare({ rawJSON }: ExactNumber, limit: number): number {
  if (!/^-?\d+$/.test(rawJSON) || !Number.isInteger(limit))
    return Math.sign(Number(rawJSON) - limit);
  const exact = BigInt(rawJSON);
  const bound = BigInt(limit);
  return exact < bound ? -1 : Number(exact > bound);
}
