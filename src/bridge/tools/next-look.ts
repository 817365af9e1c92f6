/** How a look at the live list of tools ended. */
export type FetchOutcome = 'seen' | 'away' | 'refused';

const FIRST_MS = 2000;
/** A service that is away is soon found back; one that refuses is not asked again and again. */
const LONGEST_MS = { away: 30_000, refused: 300_000 };
const SEEN_MS = 300_000;

/**
 * When the list is looked at again, in milliseconds: five minutes after it was seen, with up to a
 * tenth more so that many bridges do not come at once; after failures 2, 4, 8 … seconds.
 */
export function refreshDelayMs(look: FetchOutcome, failures: number, random: number): number {
  const delayMs =
    look === 'seen' ? SEEN_MS : Math.min(LONGEST_MS[look], FIRST_MS * 2 ** (failures - 1));
  return Math.round(delayMs * (1 + random / 10));
}
