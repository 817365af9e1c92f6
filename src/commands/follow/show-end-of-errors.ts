import { fetchJobFile } from '../../flow/live/job-file.ts';
import { followingOf } from '../../flow/run-operation.ts';
import { isPlainWord } from '../../render/advice-step.ts';
import { lastLines } from '../../render/live/job-picture.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { serviceCommand } from '../../render/service-command.ts';
import { cutText } from '../../render/text-width.ts';
import { operationRun, type SendContext } from '../operation/send-context.ts';

const LINES_MAX = 5;
const WAIT_MS = 10_000;

/**
 * Shows the last lines that a failed job wrote to stderr, and the command for more. Nothing is shown
 * where the machine does not send them, which is no failure of its own.
 */
export async function showEndOfErrors(context: SendContext, job: string): Promise<void> {
  const { runtime } = context;
  const run = operationRun(context);
  const following = followingOf(run, run.clock.now() + WAIT_MS);
  const file = await fetchJobFile(following, job, 'stderr').catch(() => undefined);
  if (file?.content === undefined || file.content.trim() === '') return;
  const lines = lastLines(file.content.trimEnd(), LINES_MAX);
  const shown = lines.map((line) => cutText(`| ${sanitiseLine(line)}`, runtime.stderr.columns - 1));
  const id = isPlainWord(job) ? job : 'ID';
  const text = [...shown, `More: ${serviceCommand(`job logs ${id} --stderr`)}`]
    .map((line) => `${line}\n`)
    .join('');
  await runtime.stderr.write(`\nThe last lines of its stderr:\n${text}`);
}
