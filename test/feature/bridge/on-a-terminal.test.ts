import { expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../support/run-on-terminal.ts';

proves('BRIDGE-by-hand');

const CTRL_C = '\x03';

test('on a terminal it tells what it waits for, and ends', async ({ skip }) => {
  skip(!HAS_TERMINALS, 'no script(1) here');
  const { code, output } = await runOnTerminal(['mcp'], { prompt: /Ctrl-C/, typed: CTRL_C });
  expect(output).toMatch(/^fleet mcp waits for the messages of an assistant/);
  expect(output).toContain('fleet mcp install --client NAME');
  expect(code).toBe(0);
});

test('an assistant that pipes is told nothing', async () => {
  const quiet = { code: 0, stdout: '', stderr: '' };
  expect(await runFleet(['mcp', '--read-only'])).toEqual(quiet);
});

test('help is given wherever it is asked for', async () => {
  const help = await runFleet(['mcp', '--help']);
  expect(help.stdout).toContain('--confirm auto|always|never');
  expect(await runFleet(['mcp', '--read-only', '--help'])).toEqual(help);
});

test('a wrong flag of the bridge is named with what is allowed', async () => {
  for (const [flag, value] of [
    ['allow', ''],
    ['deny', ''],
    ['confirm', 'perhaps'],
    ['max-wait', '1m'],
  ]) {
    const { code, stderr } = await runFleet(['mcp', `--${flag}`, `${value}`]);
    expect(code).toBe(2);
    expect(stderr).toContain(`--${flag} is ${JSON.stringify(value)}; allowed are `);
  }
  expect((await runFleet(['mcp', '--readonly'])).stderr).toContain("'--readonly'");
});
