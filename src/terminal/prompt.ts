import { createInterface, type Interface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { Failure, interruptedFailure, usageFailure } from '../contract/failure.ts';

/** The streams of a prompt: where the answer is typed, and where the question stands. */
interface PromptStreams {
  readonly stdin: Readable;
  readonly promptStream: NodeJS.WritableStream;
}

/** What is confirmed, in sanitised text. */
export interface Confirmation {
  /** What will happen, as in `cancel_job`. */
  readonly effect: string;
  /** To what, as in `job job_1`; empty where nothing is named. */
  readonly target: string;
  /** What that means, in a sentence; empty where nobody says. */
  readonly meaning: string;
}

interface ConfirmOptions extends PromptStreams {
  /** `--yes`. */
  readonly yes: boolean;
  /** What was typed where an id was found for it, as `@last`: `--yes` is not for what nobody has seen. */
  readonly found?: readonly string[];
  /** Whether somebody can be asked. */
  readonly canPrompt: boolean;
}

/** Asks for a line that is not shown while it is typed. Throws `Failure` interrupted on Ctrl-C. */
export async function askHidden(
  question: string,
  { stdin, promptStream }: PromptStreams,
): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // The terminal stops to echo before the question stands there, so that early keys are not shown.
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  promptStream.write(question);
  try {
    return await lineOf('', lines);
  } finally {
    promptStream.write('\n');
  }
}

/** Asks for a line. Throws `Failure` interrupted on Ctrl-C. */
export function askLine(question: string, { stdin, promptStream }: PromptStreams): Promise<string> {
  return lineOf(question, createInterface({ input: stdin, output: promptStream }));
}

/**
 * Asks a person before something that cannot be undone. Throws `Failure` declined for anything but
 * a yes, and `Failure` usage where nobody can be asked and `--yes` was not given.
 */
export async function confirm(
  { effect, meaning, target }: Confirmation,
  options: ConfirmOptions,
): Promise<void> {
  if (options.yes) return;
  const what = target === '' ? effect : `${effect}: ${target}`;
  const { canPrompt, found = [] } = options;
  if (!canPrompt && found.length > 0) {
    throw usageFailure(
      'Confirmation is needed',
      `${what} was found for ${found.join(', ')}: only a person can confirm that, and there is no terminal to ask on. Nothing was sent.`,
      'Give the id itself.',
    );
  }
  if (!canPrompt) {
    throw usageFailure(
      'Confirmation is needed',
      `${what} needs a confirmation, and there is no terminal to ask on. Nothing was sent.`,
      'Add --yes to confirm it.',
    );
  }
  const lines = [what, meaning, 'Continue? [y/N] '].filter((line) => line !== '');
  if (/^(y|yes)$/i.test(await askLine(lines.join('\n'), options))) return;
  throw new Failure('declined', {
    code: 'declined',
    title: 'Declined',
    detail: 'Nothing was sent.',
  });
}

/** The line that was typed, without blanks around it; empty where the input ended. */
async function lineOf(question: string, lines: Interface): Promise<string> {
  // `question` never settles where the input ends.
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  const onInterrupt = new Promise<never>((_resolve, reject) =>
    lines.once('SIGINT', () => reject(interruptedFailure())),
  );
  // After Ctrl-Z and fg, readline stays paused until this, and the shell would get what is typed.
  lines.on('SIGCONT', () => lines.resume());
  try {
    return (await Promise.race([lines.question(question), ended, onInterrupt])).trim();
  } finally {
    lines.close();
  }
}
