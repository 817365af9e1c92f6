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
  /** Whether the output is a terminal. */
  readonly isTerminal: boolean;
  /** Waits between scenes until a person goes on; undefined where nobody is there. */
  readonly untilNext?: ((place: string) => Promise<void>) | undefined;
}

/**
 * Runs the steps one after the other as real child processes, which write to our own streams. Throws
 * `Error` at the first one that ends with an unexpected exit code.
 */
export async function runTour(steps: readonly TourStep[], options: TourOptions): Promise<void> {
  const { isTerminal, print, signal, untilNext } = options;
  const captured = new Map(Object.entries(options.known));
  const scenes = steps.filter(({ shows }) => shows !== undefined).length;
  let scene = 0;
  let before: string[] = [];
  for (const step of steps) {
    signal.throwIfAborted();
    const args = [...step.args, ...(isTerminal ? [] : (step.elsewhere ?? []))];
    const { captureAs, shows } = step;
    const typed = commandLine(args);
    before.push(captureAs === undefined ? `$ ${typed}` : `$ ${captureAs}=$(${typed})`);
    if (shows !== undefined) {
      print(`${untilNext && scene > 0 ? '' : '\n'}# ${shows}\n${before.join('\n')}\n`);
      before = [];
      scene += 1;
    }
    const { code, output } = await runStep(step, substituteVariables(args, captured), options);
    if (captureAs !== undefined) captured.set(captureAs, output.trimEnd());
    const expected = step.exitCode ?? 0;
    if (expected !== 0) print(`(exit code ${code})\n`);
    if (code !== expected)
      throw new Error(`${typed} ended with exit code ${code}, not ${expected}`);
    if (shows !== undefined && scene < scenes) await untilNext?.(`${scene} of ${scenes}`);
  }
}

async function runStep(step: TourStep, args: readonly string[], options: TourOptions) {
  const [node, entry] = options.program;
  const child = spawn(node, [entry, ...args], {
    stdio: ['ignore', step.captureAs === undefined ? 'inherit' : 'pipe', 'inherit'],
    env: options.environment,
    signal: options.signal,
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
