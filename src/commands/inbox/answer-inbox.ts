import { requireJob, requireList } from '../../contract/expected-record.ts';
import { notTheServiceFailure } from '../../contract/failure.ts';
import { questionIn } from '../../contract/question.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import { followAim } from '../../flow/follow-aim.ts';
import { followSent } from '../../flow/follow-sent.ts';
import { followingOf } from '../../flow/run-operation.ts';
import { isPlainWord } from '../../render/advice-step.ts';
import { rowsIn } from '../../render/rows.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { serviceCommand } from '../../render/service-command.ts';
import { serviceName } from '../../render/service-name.ts';
import { padded } from '../../render/table-lines.ts';
import { cutText, textWidth } from '../../render/text-width.ts';
import { parseTime, relativeTime } from '../../render/time.ts';
import { numberAt } from '../../render/views/member.ts';
import { waitingInWords } from '../../render/views/status-parts.ts';
import { BESIDE_CHOICE, pick } from '../../terminal/person/pick.ts';
import { askAndSend, requireDelivered } from '../follow/answer-and-follow.ts';
import { operationRun, type SendContext } from '../operation/send-context.ts';
import type { Runtime } from '../runtime.ts';

const PAGE = '/api/v1/inbox?view=needs_input&sort=oldest&limit=50';

const COLUMN_WIDTH_MAX = 16;

/** So long an answer that is on its way is followed before the next question. */
const DELIVERY_MS = 60_000;

/**
 * Has a person pick who to answer, oldest first, and answer; again until nobody waits or they leave.
 * Gives the exit code; throws `Failure`.
 */
export async function answerInbox(context: SendContext): Promise<number> {
  const { runtime } = context;
  const { client, signal } = operationRun(context);
  for (let isFirst = true; ; isFirst = false) {
    const options = { operationClass: 'read', ...(signal && { signal }) } as const;
    const { requestId, value } = await client.request('GET', PAGE, options);
    requireList(value, requestId);
    const jobs = jobsIn(value);
    if (jobs.length === 0) {
      if (isFirst) refuseUnlisted(value);
      await runtime.stderr.write(isFirst ? 'Nobody waits for a person.\n' : 'Nobody else waits.\n');
      return 0;
    }
    // One page of them is offered.
    const waiting = Math.max(jobs.length, numberAt(value, 'counts.needs_input') ?? 0);
    const picked = await pick(waitingInWords(waiting), choicesOf(jobs, runtime), runtime);
    const id = picked === undefined ? undefined : textOf(jobs[picked], 'id');
    if (id === undefined) return 0;
    await answerOne(context, id);
  }
}

/** Asks what one job asks now; it may have changed since it was listed. */
async function answerOne(context: SendContext, job: string): Promise<void> {
  const { runtime } = context;
  const run = operationRun(context);
  const { client, signal } = run;
  const path = `/api/v1/jobs/${encodeURIComponent(job)}`;
  const options = { operationClass: 'read', ...(signal && { signal }) } as const;
  const { requestId, value } = await client.request('GET', path, options);
  const record = requireJob(value, requestId);
  const question = questionIn(record);
  const state = textOf(record, 'state') ?? 'needs_input';
  if (state !== 'needs_input' || question === undefined) {
    const by = textOf(memberOf(record, 'answer'), 'by');
    const who = by === undefined ? '' : `: ${sanitiseLine(by)} answered`;
    await runtime.stderr.write(`This job no longer waits${who}.\n`);
    return;
  }
  const { reader } = context.call.operation;
  const at = reader === undefined ? '' : `At ${serviceName(reader.identity)}\n`;
  await runtime.stderr.write(`${at}${aboutOf(record, job)}\n`);
  const sent = await askAndSend(context, { job, question });
  if (sent?.kind !== 'sent') return;
  const aim = followAim({ operation: 'answer_job', input: { job } }, sent.response);
  const following = followingOf(run, run.clock.now() + DELIVERY_MS);
  const id = isPlainWord(job) ? job : 'ID';
  const end =
    aim?.target.kind === 'command'
      ? await followSent(following, { ...aim, onToJob: false })
      : undefined;
  if (end !== undefined) requireDelivered(end, sent.wrote);
  const isUnderWay = end !== undefined && end.outcome !== 'done';
  await runtime.stderr.write(
    `${isUnderWay ? 'The answer is on its way' : 'Answered, the job goes on'}: ${serviceCommand(`job follow ${id}`)}\n`,
  );
}

/** What is about to be answered: a question alone, as "Deploy?", does not say what a yes is for. */
function aboutOf(record: unknown, job: string): string {
  const title = textOf(record, 'title');
  const machine = textOf(record, 'machine_name') ?? textOf(record, 'machine');
  const parts = [title, machine, job].map((part) => sanitiseLine(part ?? ''));
  return parts.filter(Boolean).join(' · ');
}

function jobsIn(value: unknown): readonly unknown[] {
  const jobs = rowsIn(value)?.rows ?? [];
  return jobs.filter((job) => (textOf(job, 'state') ?? 'needs_input') === 'needs_input');
}

/** Who reads that nobody waits goes away. */
function refuseUnlisted(value: unknown): void {
  const waiting = numberAt(value, 'counts.needs_input') ?? 0;
  if (waiting === 0) return;
  const detail = `It says that ${waitingInWords(waiting)}, and lists none of them.`;
  throw notTheServiceFailure({ title: 'The service does not list who waits', detail });
}

/** What a question is to have of a line; a narrow terminal has no room for all that stands before it. */
const QUESTION_WIDTH_MIN = 24;

/**
 * Where, since when, what: in columns, so that questions that are alike are told apart. On a narrow
 * terminal the question comes first, where it is not alike.
 */
function choicesOf(jobs: readonly unknown[], { clock, promptStream }: Runtime) {
  const now = clock.now();
  const rows = jobs.map((job) => {
    const since = parseTime(textOf(job, 'updated_at') ?? textOf(job, 'created_at') ?? '');
    return {
      where: sanitiseLine(textOf(job, 'machine_name') ?? textOf(job, 'machine') ?? ''),
      when: since === undefined ? '' : relativeTime(since, now),
      title: sanitiseLine(textOf(job, 'title') ?? ''),
      what: sanitiseLine(questionIn(job)?.text ?? ''),
    };
  });
  const widthOf = (name: 'where' | 'when') =>
    rows.reduce((most, row) => Math.min(COLUMN_WIDTH_MAX, Math.max(most, textWidth(row[name]))), 0);
  const [where, when] = [widthOf('where'), widthOf('when')];
  const room = (promptStream.columns || 80) - BESIDE_CHOICE;
  const areAlike = new Set(rows.map(({ what }) => what)).size < rows.length;
  if (!areAlike && where + when + QUESTION_WIDTH_MIN > room) {
    return rows.map((row) => [row.what, row.where, row.when].join('  '));
  }
  return rows.map((row) => {
    const isTold = row.what !== '' && !(areAlike && row.title !== '');
    const what = isTold ? row.what : [row.title, row.what].filter(Boolean).join(': ');
    return [padded(cutText(row.where, where), where), padded(row.when, when), what].join('  ');
  });
}
