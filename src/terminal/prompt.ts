import { createInterface, type Interface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { Failure, interruptedFailure, usageFailure } from '../contract/failure.ts';
import { cutText } from '../render/text-width.ts';
import { interruptionHeard } from './interruption.ts';
import { dropTypedAhead } from './typed-ahead.ts';
import { wrapped } from './wrap.ts';

/** A list that is longer would push what is asked off a terminal of 24 rows. */
const LIST_LINES_MAX = 8;

/** How much of a text is shown, in lines, which its words do not fill. */
const TEXT_LINES_MAX = 3;

/** How many members of an input are shown. */
const INPUT_LINES_MAX = 5;

/** On a narrower terminal a text gets as much room as on one of so many columns. */
const WIDTH_MIN = 60;

/** The streams of a prompt: where the answer is typed, and where the question stands. */
interface PromptStreams {
  readonly stdin: Readable;
  readonly promptStream: NodeJS.WritableStream & { readonly columns?: number };
}

/** What is confirmed, in sanitised text; however long it is, a terminal shows all but the list at once. */
export interface Confirmation {
  /** At which service, and with whose key; left out where none is asked. */
  readonly service?: string | undefined;
  /** What will happen, as in `cancel_job`. */
  readonly effect: string;
  /** To what, as in `job job_1`; empty where nothing is named. */
  readonly target: string;
  /** What that means, in a sentence; empty where nobody says. */
  readonly meaning: string;
  /** What it is done to, one by one: below what will happen, or above where that would be out of sight. */
  readonly list?: readonly string[];
  /** What else goes with it, a line each; as much as there is room for is shown above what it means. */
  readonly input?: readonly string[];
  readonly isDestructive?: boolean;
  /** What a person types to confirm it, since it cannot be made good again; a yes is enough without. */
  readonly typed?: string;
}

interface ConfirmOptions extends PromptStreams {
  /** `--yes`. */
  readonly yes: boolean;
  /** What was typed where an id was found for it, as `@last`: `--yes` is not for what nobody has seen. */
  readonly found?: readonly string[];
  /** Whether somebody can be asked. */
  readonly canPrompt: boolean;
  /** Whether `--dry-run` shows what would be sent. */
  readonly hasDryRun?: boolean;
}

/**
 * Asks for a line that is not shown while it is typed; again after an empty one, since a second Enter behind the
 * command would end it, and what is pasted then is shown by the shell and kept in its history. Empty where the
 * input ends. Throws `Failure` interrupted on Ctrl-C and other signals.
 */
export async function askHidden(
  question: string,
  { stdin, promptStream }: PromptStreams,
): Promise<string> {
  interruptionHeard()?.throwIfAborted();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // The terminal stops to echo before the question stands there, so that early keys are not shown.
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  promptStream.write(question);
  const askAgain = () => promptStream.write(`\n${question}`);
  try {
    return (await lineOf('', lines, askAgain)) ?? '';
  } finally {
    promptStream.write('\n');
  }
}

/** Asks for a line that nobody typed before the question stood there. Throws as `askHidden`. */
export async function askToConfirm(question: string, streams: PromptStreams): Promise<string> {
  await dropTypedAhead(streams.stdin);
  return askLine(question, streams);
}

/** Asks for a line. Throws as `askHidden`. */
export async function askLine(
  question: string,
  { stdin, promptStream }: PromptStreams,
): Promise<string> {
  interruptionHeard()?.throwIfAborted();
  let line: string | undefined;
  try {
    line = await lineOf(question, createInterface({ input: stdin, output: promptStream }));
    return line ?? '';
  } finally {
    // Without Enter the question's line has no end, and what is said next would stand on it.
    if (line === undefined) promptStream.write('\n');
  }
}

/**
 * Asks a person before something that cannot be undone. Throws `Failure` declined for anything but
 * a yes, or but the name where that is to be typed, and `Failure` usage where nobody can be asked and
 * `--yes` was not given.
 */
export async function confirm(confirmation: Confirmation, options: ConfirmOptions): Promise<void> {
  if (options.yes) return;
  const { effect, target } = confirmation;
  const what = target === '' ? effect : `${effect}: ${target}`;
  const { canPrompt, found = [], hasDryRun = false } = options;
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
      `Add --yes to confirm it${hasDryRun ? '; --dry-run shows it and sends nothing' : ''}.`,
    );
  }
  const question = questionLines(confirmation, what, options.promptStream.columns || 80);
  const line = await askToConfirm(question.join('\n'), options);
  const { typed } = confirmation;
  if (typed === undefined ? /^(y|yes)$/i.test(line) : line === typed) return;
  const why = typed === undefined || line === '' ? '' : `: ${typed} was to be typed`;
  throw new Failure('declined', {
    code: 'declined',
    title: 'Declined',
    detail: `Nothing was sent${why}.`,
  });
}

/** With what is asked and where right above the answer, whatever the texts of others say. */
function questionLines(confirmation: Confirmation, what: string, width: number): readonly string[] {
  const { effect, input = [], isDestructive = false, list = [] } = confirmation;
  const { meaning, service, typed } = confirmation;
  const bounded = (text: string) =>
    wrapped(cutText(text, TEXT_LINES_MAX * Math.max(width, WIDTH_MIN)), width);
  const rows = list.map((row) => cutText(row, width - 1));
  const inputRows = inputLines(input, width - 1);
  const isAbove = rows.length + inputRows.length > LIST_LINES_MAX;
  const asked = typed === undefined ? 'Continue? [y/N] ' : `Type ${typed} to continue: `;
  return [
    ...(isAbove ? rows : []),
    ...(service === undefined ? [] : wrapped(`At ${service}`, width)),
    ...bounded(`${what}${rows.length === 0 || isAbove ? '' : ':'}`),
    ...(isAbove ? [] : rows),
    ...inputRows,
    ...bounded(meaning),
    isDestructive ? `${cutText(effect, width / 2)} is destructive. ${asked}` : asked,
  ];
}

/** Says where more is to be seen, so that nobody takes a beginning for all of it. */
function inputLines(input: readonly string[], width: number): readonly string[] {
  const all = input.map((line) => `  ${line}`);
  const shown = all.slice(0, INPUT_LINES_MAX).map((line) => cutText(line, width));
  if (shown.join() === all.join()) return shown;
  const more = all.length - shown.length;
  const rest = more > 0 ? `and ${more} more` : 'cut short';
  return [...shown, cutText(`  … ${rest}: --dry-run shows all`, width)];
}

/**
 * The line that was typed, without blanks around it; undefined where the input ended. With `askAgain` an empty one
 * is none.
 */
async function lineOf(
  question: string,
  lines: Interface,
  askAgain?: () => void,
): Promise<string | undefined> {
  // `question` never settles where the input ends.
  const ended = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  const signal = interruptionHeard();
  let onSignal = () => {};
  const onInterrupt = new Promise<never>((_resolve, reject) => {
    lines.once('SIGINT', () => reject(interruptedFailure()));
    onSignal = () => reject(signal?.reason);
  });
  signal?.addEventListener('abort', onSignal);
  // After Ctrl-Z and fg, readline stays paused until this, and the shell would get what is typed.
  lines.on('SIGCONT', () => lines.resume());
  try {
    for (;;) {
      const line = (await Promise.race([ended, lines.question(question), onInterrupt]))?.trim();
      if (line !== '' || askAgain === undefined) return line;
      askAgain();
    }
  } finally {
    signal?.removeEventListener('abort', onSignal);
    lines.close();
  }
}
