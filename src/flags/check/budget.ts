/** What a check throws where it cannot decide; it never leaves the check. */
export class Undecided extends Error {}

/** Nodes compiled and keywords tried in one run of the program, each some microseconds. */
const STEPS_MAX = 40_000;
const DEPTH_MAX = 64;

/** Keywords under which "it fits" can make another part not fit. */
const TURNS_AROUND = ['not', 'if', 'oneOf', 'contains'];

/** How much work is left, and where in the schema it is being done. */
export interface Budget {
  /** Throws `Undecided` when the steps are used up. */
  spend(steps: number): void;
  /** Does a keyword's work one level deeper. Throws `Undecided` below 64 levels. */
  within<T>(keyword: string, work: () => T): T;
  /** Takes an undecided part as fitting. Throws `Undecided` where that could make another not fit. */
  giveWay(): void;
}

/** A full budget. */
export function createBudget(): Budget {
  const open: string[] = [];
  let spent = 0;
  const spend = (steps: number) => {
    spent += steps;
    if (spent > STEPS_MAX) throw new Undecided('too much work');
  };
  return {
    spend,
    within(keyword, work) {
      if (open.length >= DEPTH_MAX) throw new Undecided('too deep');
      spend(1);
      open.push(keyword);
      try {
        return work();
      } finally {
        open.pop();
      }
    },
    giveWay() {
      if (open.some((keyword) => TURNS_AROUND.includes(keyword)))
        throw new Undecided('not decided');
    },
  };
}
