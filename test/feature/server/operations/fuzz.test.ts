import { expect, test } from 'vitest';
import { type FuzzResult, fuzzContract } from '../../../prove/contract/fuzz-contract.ts';
import { type Worlds, withEngine } from '../../../prove/contract/with-worlds.ts';
import type { ReceivedResponse, World } from '../../../prove/contract/world.ts';
import { proves } from '../../../support/proves.ts';

const SEED = 20_261_101;

test('3,000 cases from the published schemas: as described, no 500, surfaces agree', async () => {
  proves('ERR-members', 'PUB-surfaces-agree');
  const { faults, cases, statuses, succeeded } = await withEngine('sqlite', (openWorlds) =>
    fuzzContract({ cases: 3000, seed: SEED, openWorlds }),
  );
  expect(faults).toEqual([]);
  expect(cases).toBe(3000);
  for (const status of [200, 202, 400, 403, 404, 409]) {
    expect(statuses[status], String(status)).toBeGreaterThan(15);
  }
  // Surfaces that refuse alike, or agree on lists without rows, would prove little.
  expect(Object.keys(succeeded).length).toBeGreaterThan(38);
  for (const list of ['jobs', 'deliveries', 'alerts', 'commands', 'inbox', 'skills']) {
    expect(succeeded[`list_${list}`], list).toBeGreaterThan(5);
  }
}, 180_000);

type Change = (response: ReceivedResponse) => ReceivedResponse;

/** The fuzzer's first faults where the responses of one world are changed on their way. */
async function faultsWith(place: keyof Worlds, change: Change): Promise<FuzzResult['faults']> {
  const result = await withEngine('sqlite', (openWorlds) =>
    fuzzContract({
      cases: 120,
      faultsMax: 1,
      seed: SEED,
      async openWorlds() {
        const worlds = await openWorlds();
        return { ...worlds, [place]: changed(worlds[place], change) };
      },
    }),
  );
  return result.faults;
}

function changed(world: World, change: Change): World {
  return { ...world, send: async (request) => change(await world.send(request)) };
}

test.each([
  [
    'a surface that says less',
    'overMcp' as const,
    (response: ReceivedResponse) => ({
      ...response,
      text: response.text.replaceAll('\\"open_alerts\\"', '').replaceAll('"machines":[', '"m":['),
    }),
    /by name and MCP .* disagree/,
  ],
  [
    'a status that is not described',
    'byRoute' as const,
    (response: ReceivedResponse) => ({
      ...response,
      status: response.status === 404 ? 410 : response.status,
    }),
    /does not declare 410/,
  ],
  [
    'a 500',
    'byName' as const,
    (response: ReceivedResponse) => ({
      ...response,
      status: response.status === 400 ? 500 : response.status,
    }),
    /by name: 500/,
  ],
])(
  '%s is found',
  async (_what, place, change, fault) => {
    const [first = ''] = await faultsWith(place, change);
    expect(first).toMatch(fault);
    // Shrunk: what does not matter to the fault is gone from the input.
    expect(/\n {2}(.*)\n/.exec(first)?.[1]?.length).toBeLessThan(120);
  },
  60_000,
);
