import { Failure } from '../../contract/failure.ts';
import { cameTooLate } from '../../contract/outcome.ts';
import { questionIn } from '../../contract/question.ts';
import { recordIn } from '../../contract/response-member.ts';
import { isUncollected } from '../../flow/pending.ts';
import { type OperationEnd, runOperation } from '../../flow/run-operation.ts';
import { questionLines } from '../../render/question-lines.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { byItsSignal } from '../../terminal/by-its-signal.ts';
import { exitCodeOf } from '../../terminal/exit-codes.ts';
import { interruptedWith } from '../../terminal/interruption.ts';
import { formatName } from '../../terminal/print-options.ts';
import { canPrompt, canRedraw } from '../../terminal/terminal.ts';
import { EXIT_CODE, noteLine, resultOf } from '../operation/outcome.ts';
import { operationRun, type SendContext } from '../operation/send-context.ts';
import { tellMore } from '../operation/tell-more.ts';
import { eventView } from './event-view.ts';
import type { FollowView } from './follow-view.ts';
import { lineView } from './line-view.ts';
import { liveView } from './live-view.ts';
import { readByCommand } from './read-by-command.ts';

/**
 * Sends the operation once and follows what it set going: as events with `-o jsonl`, as a picture on a
 * terminal, else line by line. A question is asked there and then where a person can be asked. Gives
 * the exit code; throws `Failure`.
 */
export async function sendAndFollow(
  context: SendContext,
  followTimeoutMs: number,
): Promise<number> {
  const view = viewFor(context);
  // Without a reader of stdout the program ends with this code: nobody knows then how the work ended.
  process.exitCode = EXIT_CODE.still_pending;
  try {
    const run = operationRun(context, view.looking);
    let end = await runOperation(run).finally(() => view.stop());
    await context.call.tellSent?.();
    if (asksPerson(context, end)) {
      const { answerAndFollow } = await import('./answer-and-follow.ts');
      end = await answerAndFollow(end, {
        context,
        deadlineMs: () => context.runtime.clock.now() + followTimeoutMs,
        newView: () => viewFor(context),
      });
    }
    return await print(context, view, end);
  } catch (error) {
    if (error instanceof Failure) {
      const failure = byItsSignal(error);
      const { code, next } = failure.facts;
      const [target] = (next ?? []).filter((step) => step.step === 'follow');
      const how = { exitCode: exitCodeOf(failure), record: undefined, error: code, target };
      process.exitCode = how.exitCode;
      await view.end(how).catch((unwritten: unknown) => {
        if (interruptedWith() === undefined) throw unwritten;
      });
    }
    throw error;
  }
}

function viewFor(context: SendContext): FollowView {
  const { call, runtime } = context;
  const { flags } = call;
  if (formatName(flags, runtime) === 'jsonl' && flags.query === undefined)
    return eventView(context);
  const isWatched = runtime.stdout.isTerminal && canRedraw(runtime) && flags.quiet !== true;
  return isWatched ? liveView(context) : lineView(context);
}

/** Whether what was followed waits for a person, and one is here. */
function asksPerson({ call, runtime }: SendContext, end: OperationEnd): boolean {
  const { flags } = call;
  if (call.pastQuestions === true) return false;
  if (end.kind !== 'followed' || end.end.outcome !== 'person_needed') return false;
  const isHere = runtime.stdout.isTerminal && canPrompt(runtime, flags['no-input'] === true);
  const isTable = formatName(flags, runtime) === 'table';
  return isHere && isTable && questionIn(end.end.response?.value) !== undefined;
}

const ENDED_BEFORE = 'The job had ended before this cancellation came to its machine.';

async function print(context: SendContext, view: FollowView, end: OperationEnd): Promise<number> {
  const { call, operationClass, printer, runtime } = context;
  const { answer, exitCode, ...told } = resultOf(end, {
    isFollowed: true,
    waitWasGiven: Number(call.input['wait_seconds'] ?? 0) > 0,
    tool: call.operation.tool.name,
    operationClass,
  });
  const isLate = cameTooLate(recordIn(answer.value, 'command'));
  const note = isLate ? ENDED_BEFORE : told.note;
  process.exitCode = exitCode;
  const kind = end.kind === 'followed' ? end.end.target.kind : undefined;
  if (kind === 'job') await addToSummary(context, answer.value, exitCode);
  const record = kind === 'job' || kind === 'command' ? recordIn(answer.value, kind) : answer.value;
  const isEnd = end.kind === 'followed';
  const { tool } = call.operation;
  const read = exitCode === 0 && isEnd ? readByCommand(tool.name, record) : undefined;
  if (!(await view.end({ exitCode, record: read ?? record }))) {
    context.result = { answer, exitCode, ...(note !== undefined && { note }) };
    const { bytes, value } = answer;
    await printer.value(read === undefined ? { value, bytes, isEnd } : { value: read, isEnd });
    if (call.flags.quiet !== true) await tellMore(context, read ?? value);
    await explainFailure(context, end);
  }
  if (note !== undefined && call.flags.quiet !== true) {
    const question = questionIn(answer.value);
    const isSeen = runtime.stdout.isTerminal && formatName(call.flags, runtime) === 'table';
    const asked = exitCode === EXIT_CODE.person_needed && !isSeen ? question : undefined;
    const lines = asked === undefined ? [] : questionLines(asked);
    const away = exitCode === EXIT_CODE.still_pending ? await awayLines(context, record) : [];
    await runtime.stderr.write([...lines, ...away, await noteLine(note), ''].join('\n'));
  }
  return exitCode;
}

/** Why nobody has collected it, where its machine is away. */
async function awayLines(context: SendContext, record: unknown): Promise<readonly string[]> {
  if (!isUncollected(record)) return [];
  const { awayText } = await import('./away-machine.ts');
  const words = await awayText(context, record, { isSlow: true });
  return words === undefined ? [] : [`${sanitiseLine(words)}.`];
}

/** The end of a job stands in the summary of a step of GitHub Actions. */
async function addToSummary(
  { runtime: { environment } }: SendContext,
  response: unknown,
  exitCode: number,
): Promise<void> {
  if (environment['GITHUB_ACTIONS'] !== 'true') return;
  const { addToStepSummary, summaryOfJob } = await import('../../terminal/github/summary.ts');
  addToStepSummary(environment, summaryOfJob(recordIn(response, 'job'), exitCode));
}

/** A person sees why a job failed without asking for it. */
async function explainFailure(context: SendContext, end: OperationEnd): Promise<void> {
  const { call, runtime } = context;
  if (end.kind !== 'followed' || end.end.outcome !== 'failed' || end.end.target.kind !== 'job')
    return;
  if (!runtime.stderr.isTerminal || !runtime.stdout.isTerminal || call.flags.quiet === true) return;
  const { showEndOfErrors } = await import('./show-end-of-errors.ts');
  await showEndOfErrors(context, end.end.target.id);
}
