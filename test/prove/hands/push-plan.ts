import { pickOne, seededRandom, wholeNumber } from '../seeded-random.ts';
import { LINKED, type PushMachine, SKILLS } from './push-machine.ts';

/** One seeded run of `fleet skill push`, with what goes wrong on the way. */
export interface PushPlan {
  readonly seed: number;
  /** What the folder has, by skill. */
  readonly folder: ReadonlyMap<string, string>;
  readonly prune: boolean;
  readonly machineCount: number;
  readonly faultShare: number;
  /** The proxy is away after so many requests, until the next round. */
  readonly awayAfter: number | undefined;
  /** The person presses Ctrl-C after so many changes. */
  readonly interruptAfter: number | undefined;
  /** What somebody else does to a skill of the first machine after the plan was made. */
  readonly meddling: Meddling | undefined;
  /** A skill whose text the last machine refuses. */
  readonly refused: string | undefined;
  readonly random: () => number;
}

interface Meddling {
  readonly skill: string;
  /** Undefined where it is deleted. */
  readonly text: string | undefined;
}

/** The plan of a seed. */
export function pushPlanOf(seed: number): PushPlan {
  const random = seededRandom(seed);
  const sometimes = <Value>(share: number, make: () => Value) =>
    random() < share ? make() : undefined;
  const folder = new Map<string, string>();
  for (const skill of SKILLS) if (random() < 0.7) folder.set(skill, wantedText(skill, seed));
  if (random() < 0.3) folder.set(LINKED, wantedText(LINKED, seed));
  return {
    seed,
    folder,
    prune: random() < 0.5,
    machineCount: wholeNumber(random, 1, 3),
    faultShare: pickOne(random, [0.05, 0.2, 0.4]),
    awayAfter: sometimes(0.25, () => wholeNumber(random, 4, 60)),
    interruptAfter: sometimes(0.2, () => wholeNumber(random, 1, 4)),
    meddling: sometimes(0.3, () => ({
      skill: pickOne(random, SKILLS),
      text: sometimes(0.6, () => 'the text of somebody else'),
    })),
    refused: sometimes(0.15, () => pickOne(random, SKILLS)),
    random,
  };
}

/** Gives the machines what they have before the run. */
export function prepare(machines: readonly PushMachine[], plan: PushPlan): void {
  const { random, refused, seed } = plan;
  for (const [at, { refused: refusedThere, texts }] of machines.entries()) {
    texts.clear();
    refusedThere.clear();
    texts.set(LINKED, 'from its repository');
    for (const skill of SKILLS) {
      const kind = pickOne(random, ['none', 'alike', 'other'] as const);
      if (kind !== 'none') texts.set(skill, kind === 'alike' ? wantedText(skill, seed) : 'before');
    }
    if (refused !== undefined && at === machines.length - 1) refusedThere.add(refused);
  }
}

function wantedText(skill: string, seed: number): string {
  return `${skill} of run ${seed}`;
}
