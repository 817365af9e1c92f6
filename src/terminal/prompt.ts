import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { Failure, interruptedFailure, usageFailure } from '../contract/failure.ts';

export interface Confirmation {
  /** What will happen, as in `cancel_job`. */
  readonly effect: string;
  /** To what, as in `job job_1`; empty where nothing is named. Sanitised text. */
  readonly target: string;
  /** What that means, in a sentence; empty where nobody says. Sanitised text. */
  readonly meaning: string;
}

export interface ConfirmOptions {
  /** `--yes`. */
  readonly yes: boolean;
  /** Whether somebody can be asked. */
  readonly hasPerson: boolean;
  readonly stdin: Readable;
  readonly stderr: Writable;
}

/**
 * Asks a person before something that cannot be undone. Throws `Failure` declined for anything but
 * a yes, and `Failure` usage where nobody can be asked and `--yes` was not given.
 */
export async function confirm(question: Confirmation, options: ConfirmOptions): Promise<void> {
  if (options.yes) return;
  const what = question.target === '' ? question.effect : `${question.effect}: ${question.target}`;
  if (!options.hasPerson) {
    throw usageFailure(
      'Confirmation is needed',
      `${what} needs a yes, and nobody can be asked. Nothing was sent.`,
      'Add --yes to do it without being asked.',
    );
  }
  const lines = [what, question.meaning, 'Go on? [y/N] '].filter((line) => line !== '');
  if (await saysYes(lines.join('\n'), options)) return;
  throw new Failure('declined', {
    code: 'declined',
    title: 'Declined',
    detail: 'Nothing was sent.',
  });
}

async function saysYes(text: string, options: ConfirmOptions): Promise<boolean> {
  const lines = createInterface({ input: options.stdin, output: options.stderr });
  // Back from Ctrl-Z, readline waits for this.
  lines.on('SIGCONT', () => lines.resume());
  // The end of the input is no answer, and `question` would wait for one for ever.
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  const interrupted = new Promise<never>((_resolve, reject) =>
    lines.once('SIGINT', () => reject(interruptedFailure())),
  );
  try {
    const answer = await Promise.race([lines.question(text), ended, interrupted]);
    return /^\s*(y|yes)\s*$/i.test(answer);
  } finally {
    lines.close();
  }
}
