import { expect, test } from 'vitest';
import { assistantHome } from '../../../support/assistants/assistant-home.ts';
import { scriptedBridge } from '../../../support/assistants/scripted-bridge.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer } from '../../../support/test-server.ts';

test('a filter that fits no tool is told, since what it was to leave out is offered', async () => {
  proves('BRIDGE-install-flags');
  const home = assistantHome('cursor');
  home.write('{}');
  const wrong = [
    '--deny',
    'disconect_machine',
    '--allow',
    'lst_*',
    '--deny',
    'purge_everything_now',
  ];
  const { code, stderr } = await home.mcp(['install', ...wrong, '--print']);
  expect(code).toBe(0);
  expect(stderr).toContain(
    '--deny disconect_machine fits no tool that is known here; did you mean disconnect_machine?',
  );
  expect(stderr).toContain('--allow lst_* fits no tool that is known here');
  expect(stderr).toContain('--deny purge_everything_now fits no tool that is known here\n');
});

test('the doctor tells it of an entry that works', async () => {
  proves('BRIDGE-doctor');
  const server = await startTestServer();
  const home = assistantHome('cursor');
  const { args, command } = scriptedBridge(home.folder, 'answers');
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.read };
  const examined = async (...filters: string[]) => {
    const fleet = { command, args: [...args, ...filters], env };
    home.write(JSON.stringify({ mcpServers: { fleet } }));
    const { code, stdout } = await home.mcp(['doctor', '--json']);
    return { code, ...JSON.parse(stdout).entries[0] };
  };
  expect(await examined('--deny', 'delete_skil', '--deny=cancel_job')).toMatchObject({
    code: 0,
    state: 'ready',
    advice: '--deny delete_skil fits no tool that is known here; did you mean delete_skill?',
  });
  expect((await examined('--deny', 'delete_skill')).advice).toBeNull();
});

test('nothing is said of filters that fit, in whatever way they are written', async () => {
  const home = assistantHome('cursor');
  home.write('{}');
  const good = ['delete-skill', 'mcp__fleet__delete_skill', 'Delete_Skill', '{get,list}_*', '*'];
  const words = good.map((glob) => `--deny=${glob}`);
  const { stderr } = await home.mcp(['install', '--allow', 'run_skill', ...words]);
  expect(stderr).not.toContain('fits no tool');
});
