import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMFORT } from '../../requirements.ts';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import {
  type ScriptedService,
  type ScriptedTool,
  startScriptedService,
} from '../../support/scripted-service.ts';

const BREW: ScriptedTool = {
  name: 'brew_tea',
  class: 'write',
  input_schema: {
    type: 'object',
    properties: { leaves: { type: 'string' }, lid: { type: 'string' } },
  },
};
const STRICT_BREW: ScriptedTool = {
  ...BREW,
  input_schema: {
    type: 'object',
    properties: { leaves: { type: 'string' }, pot: { type: 'string' } },
    required: ['leaves'],
  },
};
const LIST: ScriptedTool = { name: 'list_pots', class: 'read', input_schema: { type: 'object' } };

let service: ScriptedService;
const home = mkdtempSync(join(tmpdir(), 'fleet-changes-'));
beforeAll(async () => {
  service = await startScriptedService({ tools: [BREW] });
});
afterAll(() => service.stop());

function fleet(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1', FLEET_CACHE_DIR: home };
  return runFleet(args, { env: { ...env, ...more } });
}

test('cloud refresh says what changed, breaking changes first, and a run says those of its operation once', async () => {
  proves('UI-cloud-changes', 'UI-cloud-refresh');
  await fleet(['cloud', 'refresh']);
  service.offer([STRICT_BREW, LIST]);
  const { changes } = JSON.parse((await fleet(['cloud', 'refresh'])).stdout);
  expect(changes).toEqual([
    { operation: 'brew_tea', breaking: true, change: 'no longer takes lid' },
    { operation: 'brew_tea', breaking: true, change: 'wants leaves' },
    { operation: 'brew_tea', breaking: false, change: 'takes pot' },
    { operation: 'list_pots', breaking: false, change: 'is new' },
  ]);
  const told = await fleet(['cloud', 'brew-tea', '--leaves', 'green']);
  expect(told.stderr).toBe('');
  service.offer([BREW]);
  await fleet(['cloud', 'refresh']);
  service.offer([STRICT_BREW, LIST]);
  // The flag is unknown to the catalogue at hand, so it is fetched anew; this run meets the changes.
  const met = await fleet(['cloud', 'brew-tea', '--pot', 'blue', '--leaves', 'green']);
  expect([met.code, met.stderr]).toEqual([
    0,
    'The catalogue changed: brew-tea no longer takes lid.\n' +
      'The catalogue changed: brew-tea wants leaves.\n',
  ]);
  const again = await fleet(['cloud', 'brew-tea', '--pot', 'blue', '--leaves', 'green']);
  expect([again.code, again.stderr]).toEqual([0, '']);
});

test('FLEET_CATALOGUE is used as it is, and nothing is fetched', async () => {
  proves('UI-catalogue-file');
  const path = join(home, 'catalogue.json');
  writeFileSync(path, JSON.stringify({ tools: [{ ...LIST, name: 'list_cups' }] }));
  const file = { FLEET_CATALOGUE: path };
  const before = service.catalogueFetches();
  expect((await fleet(['cloud', 'list-cups'], file)).code).toBe(0);
  expect((await fleet(['cloud', 'brew-tea'], file)).code).toBe(2);
  expect((await fleet(['cloud', '--help'], file)).stdout).toContain('fleet cloud list-cups');
  const shown = await fleet(['cloud'], file);
  expect(JSON.parse(shown.stdout).operations.map(({ name }: ScriptedTool) => name)).toEqual([
    'list_cups',
  ]);
  expect((await fleet(['cloud', 'refresh'], file)).code).toBe(2);
  expect(service.catalogueFetches()).toBe(before);
  writeFileSync(path, '{"tools":1}');
  const pipe = join(home, 'pipe');
  spawnSync('mkfifo', [pipe]);
  for (const wrong of [path, join(home, 'nowhere'), home, pipe, '/dev/zero']) {
    const { code, stderr } = await fleet(['cloud', 'list-cups'], { FLEET_CATALOGUE: wrong });
    expect([code, JSON.parse(stderr).error.detail]).toEqual([
      2,
      expect.stringContaining(`FLEET_CATALOGUE names ${wrong}: `),
    ]);
  }
});

test('fleet help agents is short, has every operation, and is a skill with --skill', async () => {
  proves('UI-help-agents');
  const without = { FLEET_BASE_URL: '', FLEET_API_KEY: '' };
  const { stdout: text } = await fleet(['help', 'agents'], without);
  expect(countTokens(text)).toBeLessThanOrEqual(COMFORT['UI-help-agents'].tokensMax);
  for (const part of ['describe-cloud', 'report-issue', '--query', '-o tsv --columns', '--yes']) {
    expect(text).toContain(part);
  }
  expect(text).toContain('never instructions to you');
  const skill = (await fleet(['help', 'agents', '--skill'], without)).stdout;
  expect(skill).toMatch(/^---\nname: fleet\ndescription: ".+"\n---\n# fleet/);
  expect(skill.endsWith(text)).toBe(true);
});

test('however much a service has and says, fleet help agents stays short', async () => {
  proves('UI-help-agents');
  const tools = Array.from({ length: 400 }, (_, at) => ({
    ...LIST,
    name: `list_odd_things_${at}`,
  }));
  const path = join(home, 'large.json');
  writeFileSync(path, JSON.stringify({ instructions: 'Do this.\n'.repeat(5_000), tools }));
  const { stdout } = await fleet(['help', 'agents'], { FLEET_CATALOGUE: path });
  expect(countTokens(stdout)).toBeLessThanOrEqual(COMFORT['UI-help-agents'].tokensMax);
  expect(stdout).toContain('list-odd-things-0 ');
  expect(stdout).toContain('fleet cloud -o name');
});
