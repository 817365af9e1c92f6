import { pickOne, seededRandom, wholeNumber } from '../seeded-random.ts';

/** One seeded run of `fleet each`, with what goes wrong on the way. */
export interface HandsPlan {
  readonly seed: number;
  readonly operation: 'send_command' | 'run_skill';
  readonly isFollowed: boolean;
  readonly parallel: number;
  readonly faultShare: number;
  /** The proxy is away after so many requests, until the next round. */
  readonly awayAfter: number | undefined;
  /** The person presses Ctrl-C after so many results. */
  readonly interruptAfter: number | undefined;
  /** The program is killed after so many results: what it wrote last breaks off. */
  readonly killAfter: number | undefined;
  /** Whether the repeating run writes to the same file. */
  readonly sameFile: boolean;
  readonly random: () => number;
}

/** The plan of a seed. */
export function handsPlanOf(seed: number): HandsPlan {
  const random = seededRandom(seed);
  const sometimes = (share: number, most: number) =>
    random() < share ? wholeNumber(random, 0, most) : undefined;
  return {
    seed,
    operation: pickOne(random, ['send_command', 'run_skill'] as const),
    isFollowed: random() < 0.3,
    parallel: wholeNumber(random, 1, 8),
    faultShare: pickOne(random, [0.1, 0.4, 0.8]),
    awayAfter: sometimes(0.25, 8),
    interruptAfter: sometimes(0.25, 5),
    killAfter: sometimes(0.15, 5),
    sameFile: random() < 0.5,
    random,
  };
}
