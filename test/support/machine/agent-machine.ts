import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestMachine, type TestMachine } from './test-machine.ts';

/** A skill of runner `agent_a`. */
export const REVIEW = '  runner: agent_a\n  model: large\n---\nReview with care.\n';

/** The line of a shell script that writes one line to the commands file. */
export const tell = (line: unknown) => `echo '${JSON.stringify(line)}' >> "$FLEET_COMMANDS_FILE"`;

/** A fleet.yaml with these settings of `agent_a`. */
export const agentSettings = (members: string) =>
  `mode: control\nrunners:\n  agent_a: ${members}\n`;

const BOTH = agentSettings('{ command: [./agent, first], resume: [./agent, again] }');

interface AgentOptions {
  readonly config?: string;
  readonly skills?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
}

/** A machine whose `agent_a` is the program `./agent` in its folder, a script. */
export async function startWithAgent(
  script: string,
  options: AgentOptions = {},
): Promise<TestMachine> {
  const machine = await startTestMachine({ config: BOTH, skills: { review: REVIEW }, ...options });
  const path = join(machine.folder, 'agent');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return machine;
}
