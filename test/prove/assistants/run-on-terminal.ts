import type { ProgramRun } from './run-program.ts';
import { runProgram } from './run-program.ts';

/** What is typed once the program has written its prompt since the step before. */
export interface TypedStep {
  readonly prompt: RegExp;
  readonly typed: string;
  /** What the program does meanwhile without a word about its end. */
  readonly waitMs?: number;
}

/** Runs a program on a terminal of its own until the last step is typed and `isDone`, or its time is over. */
export function runOnTerminal(
  words: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly limitMs: number;
    readonly steps: readonly TypedStep[];
    readonly isDone: () => boolean;
  },
): Promise<ProgramRun> {
  const { env, isDone, steps, ...others } = options;
  const line = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const script = ['script', '-qec', `stty cols 120 rows 40; exec ${line}`, '/dev/null'];
  const left = [...steps];
  let seenTo = 0;
  let seenAt: number | undefined;
  return runProgram(script, {
    ...others,
    env: { ...env, SHELL: '/bin/sh', TERM: 'xterm-256color' },
    converse(output, type) {
      const [step] = left;
      if (step === undefined) return isDone() ? 'end' : 'go_on';
      if (!step.prompt.test(output.slice(seenTo))) return 'go_on';
      seenAt ??= performance.now();
      if (performance.now() - seenAt < (step.waitMs ?? 0)) return 'go_on';
      seenAt = undefined;
      seenTo = output.length;
      left.shift();
      type(step.typed);
      return 'go_on';
    },
  });
}
