import { expect, test } from 'vitest';
import type { Deployment, Engine } from '../../prove/service/deployment.ts';
import { startDeployment } from '../../prove/service/deployment.ts';
import { isReached } from '../../prove/service/proof.ts';
import { PROOFS } from '../../prove/service/proofs.ts';
import { runSlice } from '../../prove/service/run-slice.ts';
import { describePostgres } from '../../support/postgres/test-database.ts';
import { proves } from '../../support/proves.ts';

const SCALE = 0.001;
/**
 * Those that no other test is a short form of: outages are in `outage.test.ts`, inputs in `fuzz.test.ts`,
 * rates in `two-processes.test.ts`, tenancy and upgrades in the files of that name.
 */
const NUMBERS = [1, 2, 3, 4, 6, 8];

/** The tests of `npm run prove -- service` in their smallest form, one after the other on the same servers. */
async function runAll(engine: Engine, postgres?: string): Promise<void> {
  const given = postgres === undefined ? {} : { postgres };
  const deployment: Deployment = await startDeployment(engine, { ...given, probed: true });
  try {
    for (const proof of PROOFS.filter(({ number }) => NUMBERS.includes(number))) {
      const slice = { engine, slice: 0, seed: 1, scale: SCALE };
      const { done, figures } = await runSlice(proof, slice, { deployment, ...given });
      const held = figures.filter(({ timed }) => timed !== true);
      expect(held.length).toBeGreaterThan(0);
      expect([proof.title, done, held.filter((figure) => !isReached(figure))]).toEqual([
        proof.title,
        done,
        [],
      ]);
    }
  } finally {
    await deployment.close();
  }
}

test('nothing is lost, doubled or shown to others by a server that is killed and raced for', async () => {
  proves('PROJECT-kill');
  await runAll('sqlite');
}, 180_000);

describePostgres('on PostgreSQL', () => {
  test('nor by three servers on one database', async () => {
    proves('PROJECT-kill');
    await runAll('postgres', process.env['FLEET_TEST_POSTGRES']);
  }, 180_000);
});
