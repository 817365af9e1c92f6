import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { commandLine, substituteVariables } from './shell-words.ts';
import type { TourStep } from './tour.ts';

interface TourOptions {
  /** The argv of the real program: the running Node and the entry file. */
  readonly program: readonly [string, string];
  readonly environment: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
  readonly signal: AbortSignal;
  /** Values of `$NAME` that no step captures. */
  readonly known: Readonly<Record<string, string>>;
}

/**
 * Runs the steps one after the other as real child processes, which write to our own streams. Throws
 * `Error` at the first one that ends with an unexpected exit code.
 */
export async function runTour(steps: readonly TourStep[], options: TourOptions): Promise<void> {
  const captured = new Map(Object.entries(options.known));
  for (const step of steps) {
    options.signal.throwIfAborted();
    const assignment = step.captureAs === undefined ? '' : `${step.captureAs}=$(`;
    const end = step.captureAs === undefined ? '' : ')';
    options.print(
      `\n# ${step.shows}\n$ ${assignment}${commandLine(step.args)}${end}${hereDocument(step)}\n`,
    );
    const { code, output } = await runStep(step, substituteVariables(step.args, captured), options);
    if (step.captureAs !== undefined) captured.set(step.captureAs, output.trimEnd());
    const expected = step.exitCode ?? 0;
    if (expected !== 0) options.print(`(exit code ${code})\n`);
    if (code !== expected)
      throw new Error(`${commandLine(step.args)} ended with exit code ${code}, not ${expected}`);
  }
}

async function runStep(step: TourStep, args: readonly string[], options: TourOptions) {
  const [node, entry] = options.program;
  const child = spawn(node, [entry, ...args], {
    stdio: [
      step.input === undefined ? 'ignore' : 'pipe',
      step.captureAs === undefined ? 'inherit' : 'pipe',
      'inherit',
    ],
    env: options.environment,
    signal: options.signal,
  });
  child.stdin?.end(step.input?.map((line) => `${line}\n`).join(''));
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** The input of the command as a here-document of the shell. */
function hereDocument({ input }: TourStep): string {
  return input === undefined ? '' : ` <<'END'\n${input.join('\n')}\nEND`;
}
