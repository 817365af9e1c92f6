import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts';

beforeEach(({ skip }) => skip(!HAS_TERMINALS, 'no program `script` to make a terminal with'));

let service: ScriptedService;
beforeAll(async () => {
  service = await startScriptedService({
    tools: [{ name: 'list_machines', class: 'read', input_schema: { type: 'object' } }],
    answer: () => ({ body: { machines: [{ id: 'mac_1' }, { id: 'mac_2' }] } }),
  });
});
afterAll(() => service.stop());

const paged = (pager: string, env: Readonly<Record<string, string>> = {}) =>
  runOnTerminal(['cloud', 'list-machines', '--pager', '--quiet', '--no-color'], {
    env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1', PAGER: pager, ...env },
  });

test('the pager is a command line of the shell', async () => {
  const { code, output } = await paged(`sed -e "s/^mac/the mac/"; echo "the end"`);
  expect(output).toBe('ID\nthe mac_1\nthe mac_2\nthe end\n');
  expect(code).toBe(0);
});

test('less shows colours as git has it do, unless LESS says otherwise', async () => {
  proves('UI-output-terminal');
  const pager = 'echo "[$LESS]"';
  expect((await paged(pager, { LESS: '' })).output).toBe('[FRX]\n');
  expect((await paged(pager, { LESS: '-i' })).output).toBe('[-i]\n');
});

test('a pager that cannot be started costs no result', async () => {
  proves('UI-output-terminal');
  for (const pager of ['/nowhere/pager', '/dev/null -R']) {
    const { code, output } = await paged(pager);
    expect(output).toMatch(/ID\nmac_1\nmac_2\n$/);
    expect(code).toBe(0);
  }
});

test('a pager that is left before the end ends well', async () => {
  expect(await paged('head -n 1')).toEqual({ code: 0, output: 'ID\n' });
});

test("Ctrl-C is the pager's: a second one left it on the terminal beside the shell", async () => {
  proves('UI-output-terminal');
  const twice = 'kill -INT 0; sleep 0.1; kill -INT 0; sleep 0.1';
  const { code, output } = await paged(`trap "" INT; ${twice}; cat`);
  expect([code, output]).toEqual([0, 'ID\nmac_1\nmac_2\n']);
});

test('a runner of GitHub Actions gets what is kept from its commands, and no pager', async () => {
  proves('UI-actions-remote');
  const { output } = await paged('sed -e s/mac_/::error::/', { GITHUB_ACTIONS: 'true' });
  expect(output).toBe('ID\nmac_1\nmac_2\n');
});
