import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { FLEET_ENTRY, FLEET_HOME, fleetEnvironment } from '../../../support/run-fleet.ts';
import { HAS_TERMINALS } from '../../../support/run-on-terminal.ts';
import { startTestServer } from '../../../support/test-server.ts';

const CTRL_Z = '\u001a';

test('a prompt that was left with Ctrl-Z takes the key, unshown, when it is back', async ({
  skip,
}) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-keys-hidden');
  const server = await startTestServer();
  const reach = { FLEET_BASE_URL: server.baseUrl, TERM: 'dumb', PS1: '> ', HISTFILE: '' };
  const child = spawn('script', ['-qec', 'bash --norc --noprofile -i', '/dev/null'], {
    cwd: FLEET_HOME,
    env: fleetEnvironment(reach),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let screen = '';
  child.stdout.on('data', (chunk) => {
    screen += chunk;
  });
  const shows = (text: string | RegExp) => expect.poll(() => screen).toMatch(text);
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.stdin.write(`"${process.execPath}" "${FLEET_ENTRY}" auth login --store file --json\n`);
  await shows(/API key for .*\): /);
  child.stdin.write(CTRL_Z);
  await shows('Stopped');
  child.stdin.write('fg; echo en""ded $?\n');
  await shows(/Stopped.*\n.*auth login[^\n]*\n/s);
  child.stdin.write(`${server.keys.read}\n`);
  await shows(/ended \d/);
  expect(screen).toContain('ended 0');
  expect(screen).not.toContain(server.keys.read);
  child.stdin.write('exit\n');
  await closed;
});
