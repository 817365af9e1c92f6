import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FLEET_ENTRY, FLEET_HOME, fleetEnvironment } from './run-fleet.ts';
import { newTemporaryFolder } from './temporary-folder.ts';

/** Whether this machine has the program that makes a terminal. */
export const HAS_TERMINALS = spawnSync('script', ['--version']).status === 0;

const QUESTION = /\[y\/N\]|API key for .*\): /;

export interface TerminalOptions {
  /** Typed at once, before anything is shown. */
  readonly ahead?: string;
  /** Typed when a prompt is shown. */
  readonly typed?: string;
  /** What the prompt looks like; a question of ours without it. */
  readonly prompt?: RegExp;
  readonly env?: Readonly<Record<string, string>>;
  /** Typed one after the other, each when what came since the one before shows its prompt. */
  readonly steps?: readonly TerminalStep[];
  readonly columns?: number;
  readonly rows?: number;
  readonly cwd?: string;
  /** What the shell runs after it. */
  readonly after?: string;
  /** What runs it, as `timeout 10`. */
  readonly by?: string;
}

interface TerminalStep {
  readonly prompt: RegExp;
  /** What is typed, or what is done before it is; it gets all that came so far, and the id of the process. */
  readonly typed: string | ((output: string, pid: () => number) => Promise<string>);
}

/** Runs `fleet` on a terminal of its own; gives the exit code and what the terminal showed. */
export async function runOnTerminal(args: readonly string[], options: TerminalOptions = {}) {
  const { after, ahead = '', by = '', columns = 80, cwd = FLEET_HOME, env = {} } = options;
  const { prompt = QUESTION, rows = 24, typed = '' } = options;
  const steps: TerminalStep[] = [
    ...(typed === '' ? [] : [{ prompt, typed }]),
    ...(options.steps ?? []),
  ];
  let seenTo = 0;
  const command = [process.execPath, FLEET_ENTRY, ...args].map((word) => `'${word}'`).join(' ');
  // The shell gives way to the program: a Ctrl-C would end it too, and its exit code be the one seen.
  const pidFile = join(newTemporaryFolder(), 'pid');
  const start = `echo $$ > '${pidFile}'; exec ${by} ${command}`;
  const run = after === undefined ? start : `(sh -c "${start.replace('$$', '\\$\\$')}"); ${after}`;
  const line = `stty cols ${columns} rows ${rows}; ${run}`;
  const pid = () => Number(readFileSync(pidFile, 'utf8'));
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd,
    env: fleetEnvironment({ SHELL: '/bin/sh', TERM: 'xterm', ...env }),
  });
  child.stdin.write(ahead);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    const [step] = steps;
    if (step === undefined || !step.prompt.test(output.slice(seenTo))) return;
    steps.shift();
    seenTo = output.length;
    const text =
      typeof step.typed === 'string' ? Promise.resolve(step.typed) : step.typed(output, pid);
    void text.then((typed) => child.stdin.write(typed));
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output: output.replaceAll('\r\n', '\n') };
}
