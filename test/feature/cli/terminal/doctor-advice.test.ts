import { beforeEach, expect, test } from 'vitest';
import { assistantHome } from '../../../support/assistants/assistant-home.ts';
import { proves } from '../../../support/proves.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';

beforeEach(({ skip }) => skip(!HAS_TERMINALS, 'no program `script` to make a terminal with'));

const NARROW = { columns: 60 };

/** What is told below the table, as one line. */
function below(output: string): string {
  return output.slice(output.indexOf('\n\n')).replaceAll(/\s+/g, ' ').trim();
}

test('the advice of mcp doctor is told in full below the table', async () => {
  proves('BRIDGE-doctor');
  const home = assistantHome('cursor');
  const program = '/gone/lib/node_modules/@fleet-cloud/cli/bin/run.js';
  const entry = { command: process.execPath, args: [program, 'mcp'] };
  home.write(JSON.stringify({ mcpServers: { 'fleet-two': entry } }));
  const env = { HOME: home.folder };
  const { code, output } = await runOnTerminal(['mcp', 'doctor'], { ...NARROW, env });
  expect(below(output)).toBe(
    `cursor fleet-two The program that the entry names does not exist: ${program}. ` +
      'Run fleet mcp install --client cursor --name fleet-two again.',
  );
  expect(code).toBe(1);
});

test('so is that of doctor, and what is well is not told again', async () => {
  const { output } = await runOnTerminal(['doctor'], NARROW);
  expect(below(output)).toContain('base_url The service to talk to is not known');
  expect(below(output)).toContain('or log in with fleet auth login.');
  expect(below(output)).not.toContain('config_folder');
});
