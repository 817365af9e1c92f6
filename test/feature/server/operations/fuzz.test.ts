import { expect, test } from 'vitest';
import { checkList } from '../../../prove/contract/check-list.ts';
import { type FuzzResult, fuzzContract } from '../../../prove/contract/fuzz-contract.ts';
import { createMachines } from '../../../prove/contract/machine-life.ts';
import { type Input, observe } from '../../../prove/contract/observe.ts';
import { type Worlds, withEngine } from '../../../prove/contract/with-worlds.ts';
import type { ReceivedResponse, SentRequest, World } from '../../../prove/contract/world.ts';
import { proves } from '../../../support/proves.ts';

const SEED = 20_261_101;

test('1,000 cases from the published schemas: as described, no 500, surfaces agree', async () => {
  proves('ERR-members', 'PUB-surfaces-agree', 'PUB-lists-hold');
  const { faults, cases, statuses, succeeded } = await withEngine('sqlite', (openWorlds) =>
    fuzzContract({ cases: 1000, seed: SEED, openWorlds }),
  );
  expect(faults).toEqual([]);
  expect(cases).toBe(1000);
  for (const status of [200, 202, 400, 403, 404, 409]) {
    expect(statuses[status], String(status)).toBeGreaterThan(2);
  }
  // Surfaces that refuse alike, or agree on lists without rows, would prove little.
  expect(Object.keys(succeeded).length).toBeGreaterThan(38);
  for (const list of ['jobs', 'deliveries', 'alerts', 'commands', 'inbox', 'skills']) {
    expect(succeeded[`list_${list}`], list).toBeGreaterThan(2);
  }
}, 180_000);

type Change = (response: ReceivedResponse) => ReceivedResponse;
type ChangedWorld = (world: World) => World;

/** The fuzzer's first faults where some worlds do something else than the server. */
async function faultsWith(
  places: readonly (keyof Worlds)[],
  change: ChangedWorld,
): Promise<FuzzResult['faults']> {
  const result = await withEngine('sqlite', (openWorlds) =>
    fuzzContract({
      cases: 120,
      faultsMax: 1,
      seed: SEED,
      async openWorlds() {
        const worlds = await openWorlds();
        const all = places.map((place) => [place, change(worlds[place])]);
        return { ...worlds, ...Object.fromEntries(all) };
      },
    }),
  );
  return result.faults;
}

const respondsWith =
  (change: Change): ChangedWorld =>
  (world) => ({ ...world, send: async (request) => change(await world.send(request)) });

const asksFor =
  (change: (request: SentRequest) => SentRequest): ChangedWorld =>
  (world) => ({ ...world, send: (request) => world.send(change(request)) });

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
    const [first = ''] = await faultsWith([place], respondsWith(change));
    expect(first).toMatch(fault);
    // Shrunk: what does not matter to the fault is gone from the input.
    expect(/\n {2}(.*)\n/.exec(first)?.[1]?.length).toBeLessThan(120);
  },
  60_000,
);

/** Every surface, as where the fault is in what they share. */
const ALL = ['byName', 'byRoute', 'overMcp'] as const;

const tellsOneMore = respondsWith((response) => ({
  ...response,
  text: response.text.replaceAll(
    /("needs_input\\?":)(\d+)/g,
    (_all, name, count) => `${name}${Number(count) + 1}`,
  ),
}));

test('a count that is off by one is found, though every surface has it', async () => {
  proves('PUB-lists-hold');
  const [first = ''] = await faultsWith(ALL, tellsOneMore);
  expect(first).toMatch(/needs_input is 1, where there are 0/);
}, 60_000);

/** Forgets a filter on every page but the first. */
const forgetsOutcome = asksFor(({ body = '', ...rest }) => ({
  ...rest,
  body: body.includes('"before"') ? body.replace(/"outcome":"[a-z_]+",?/, '') : body,
}));

test('a list that forgets a filter on later pages, or a page after it, is found', async () => {
  proves('PUB-lists-hold');
  await withEngine('sqlite', async (openWorlds) => {
    const worlds = await openWorlds();
    const { byName: world } = worlds;
    const machines = createMachines(world);
    for (let life = 0; life < 4; life += 1) await machines.live();
    const check = async (seen: World, input: Input) => {
      const body = await observe(seen, 'list_deliveries', input);
      return checkList(seen, { operation: 'list_deliveries', input, body: body ?? {} }, 1);
    };
    expect(await check(world, { limit: 2 })).toEqual([]);
    expect(await check(world, { limit: 2, outcome: 'rejected', q: 'evt' })).toEqual([]);
    expect(await check(forgetsOutcome(world), {})).toEqual([
      expect.stringMatching(/^list_deliveries, page after it: rows del_\w+ in place of del_\w+$/),
    ]);
    const endsEarly = respondsWith((response) => ({
      ...response,
      text: response.text.replace(/"next_before":"\w+"/, '"next_before":null'),
    }));
    const [first] = await check(endsEarly(world), { limit: 2 });
    expect(first).toMatch(/rows|next_before null/);
    await Promise.all(Object.values(worlds).map((each) => each.close()));
  });
});
