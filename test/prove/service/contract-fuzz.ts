import { fuzzContract } from '../contract/fuzz-contract.ts';
import { withEngine } from '../contract/with-worlds.ts';
import { wholeNumber } from '../seeded-random.ts';
import { type Findings, type Proof, part } from './proof.ts';

/** 43 operations over three surfaces, 2,000 each. */
const CASES = 258_000;

/** Inputs of every kind to every operation over every surface: `npm run prove -- contract`, as one of the ten. */
export const contractFuzz: Proof = {
  number: 7,
  title: 'contract fuzz',
  async prove({ deployment: { engine }, random, scale }): Promise<Findings> {
    const seed = wholeNumber(random, 0, 2 ** 31 - 1);
    const cases = part(CASES, scale);
    const result = await withEngine(engine, (openWorlds) =>
      fuzzContract({ cases, seed, openWorlds }),
    );
    return {
      done: [
        `${result.cases} cases from the published schemas, as "prove -- contract" has them; ` +
          `statuses ${JSON.stringify(result.statuses)}.`,
        ...result.faults,
      ],
      figures: [
        {
          name: 'undeclared answers, 500, disagreements of surfaces',
          value: result.faults.length,
          limit: { atMost: 0 },
        },
      ],
    };
  },
};
