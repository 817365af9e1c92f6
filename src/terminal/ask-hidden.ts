import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { interruptedFailure } from '../contract/failure.ts';

export interface PromptStreams {
  readonly stdin: Readable;
  readonly stderr: NodeJS.WritableStream;
}

/** Asks for a line that is not shown while it is typed. Throws `Failure` interrupted on Ctrl-C. */
export async function askHidden(
  question: string,
  { stdin, stderr }: PromptStreams,
): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  // First the terminal is told to echo nothing: whoever types ahead is not shown either.
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  stderr.write(question);
  try {
    return await answerOf('', lines);
  } finally {
    stderr.write('\n');
  }
}

/** Asks for a line. Throws `Failure` interrupted on Ctrl-C. */
export function askLine(question: string, { stdin, stderr }: PromptStreams): Promise<string> {
  return answerOf(question, createInterface({ input: stdin, output: stderr }));
}

/** The line that was typed, without blanks around it; nothing where the input ended. */
async function answerOf(
  question: string,
  lines: ReturnType<typeof createInterface>,
): Promise<string> {
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  const interrupted = new Promise<never>((_resolve, reject) =>
    lines.once('SIGINT', () => reject(interruptedFailure())),
  );
  // Back from Ctrl-Z, readline waits for this: else what is typed goes to the shell.
  lines.on('SIGCONT', () => lines.resume());
  try {
    return (await Promise.race([lines.question(question), ended, interrupted])).trim();
  } finally {
    lines.close();
  }
}
