import { cutUtf8 } from '../../base/text/utf8.ts';
import { ARTIFACT_BYTES_MAX } from '../../contract/limits.ts';
import type { JobEvent } from '../jobs/job-event.ts';
import type { JobFiles } from '../jobs/job-files.ts';
import { MachineError } from '../machine-error.ts';
import type { OutputLines } from './output-lines.ts';
import type { ProcessExit } from './process-group.ts';
import type { LastWord } from './report-lines.ts';
import type { RunContext } from './runner.ts';
import { shownQuestion } from './shown-question.ts';
import { RESULT_BYTES_MAX } from './take-result.ts';

interface EndedRun {
  readonly exit: ProcessExit;
  readonly output: OutputLines;
  readonly lastWord: LastWord;
}

/**
 * How a program's run ended: by its exit code first, then by the last word of its commands file. The
 * result is what it says there, else its result file, else the last lines of its stdout.
 */
export async function endRun(run: RunContext, ended: EndedRun): Promise<JobEvent> {
  const { exit, lastWord, output } = ended;
  const told = lastWord?.kind === 'finish' ? lastWord.value : undefined;
  if (typeof told?.result === 'string') await run.files.write('result', told.result);
  const result = await keepResult(run, output.last);
  if (lastWord?.kind === 'fail') {
    return failure(lastWord.value.kind, lastWord.value.message, result.text);
  }
  if (exit.code !== 0) {
    const reason = output.lastError === '' ? '' : `: ${output.lastError}`;
    return exit.signal === null
      ? failure('exit_code', `exit code ${exit.code}${reason}`, result.text)
      : failure('signal', `ended by ${exit.signal}${reason}`, result.text);
  }
  if (lastWord?.kind === 'wrong') {
    return failure('commands_file', lastWord.value, result.text);
  }
  if (lastWord?.kind === 'ask') {
    const { wait, ...asked } = lastWord.value;
    return { kind: wait ? 'ask' : 'end_with_question', question: shownQuestion(asked, run.scrub) };
  }
  const headline = told?.headline ?? result.headline ?? null;
  const { summary = null, outcome = 'done' } = told ?? {};
  return { kind: 'finish', finish: { headline, summary, result: result.text ?? null, outcome } };
}

interface Result {
  readonly text: string | undefined;
  readonly headline: string | undefined;
}

/**
 * Keeps the result file, scrubbed, and gives as much of it as can be fetched, with its first line as the
 * headline; without such a file the last lines of stdout, with the last one as the headline.
 */
async function keepResult(run: RunContext, lastLines: readonly string[]): Promise<Result> {
  const written = await startOf(run.files);
  const text = written === undefined ? lastLines.join('\n') : run.scrub(written).trim();
  if (text === '') return { text: undefined, headline: undefined };
  await run.files.write('result', `${text}\n`);
  // Cut after the scrub, which does not find a part of a secret.
  const given = cutUtf8(Buffer.from(text), 'start', ARTIFACT_BYTES_MAX).toString('utf8');
  const lines = given.split('\n');
  return { text: given, headline: lines.at(written === undefined ? -1 : 0) };
}

async function startOf(files: JobFiles): Promise<string | undefined> {
  try {
    return (await files.slice('result', 'start', RESULT_BYTES_MAX)).content.toString('utf8');
  } catch (error) {
    if (error instanceof MachineError && error.code === 'unknown_artifact') return undefined;
    throw error;
  }
}

/** The event of a run that failed. */
export function failure(kind: string, message: string, result?: string): JobEvent {
  return { kind: 'fail', failure: { kind, message }, result: result ?? null };
}
