import type { JsonObject } from '../../base/json/object.ts';
import { ago, byteSize, dollars, duration, shortCount } from './amount.ts';
import { hasAny, joined, numberAt, recordsAt, textAt, textsAt, timeAt } from './member.ts';
import { stateInWords } from './state-tone.ts';
import type { Card, Part, View } from './view.ts';

/** Jobs and the inbox: how one stands, its question or title with the news, where, when. */
export const jobView: View = {
  fits: (record) =>
    hasAny(record, 'skill', 'title') &&
    hasAny(record, 'state', 'status') &&
    hasAny(record, 'question', 'headline', 'progress', 'outcome', 'trigger') &&
    !hasAny(record, 'received_at'),
  columns: [
    { head: 'STATE', goes: 0, cell: (job) => stateInWords(jobState(job)), state: jobState },
    { head: 'TITLE', goes: 0, cell: jobSubject, takesRest: true },
    { head: 'SKILL', goes: 4, cell: (job) => textAt(job, 'skill'), widthMax: 20 },
    { head: 'MACHINE', goes: 3, cell: jobMachine, widthMax: 20 },
    { head: 'WHEN', goes: 2, cell: (job, now) => ago(jobTime(job), now) },
    { head: 'ID', goes: 1, cell: (job) => textAt(job, 'id') },
  ],
  card: jobCard,
};

/** How a job stands, as the service wrote it. */
export function jobState(job: JsonObject): string {
  return textAt(job, 'state', 'status');
}

/** How far a job is and what it does now. */
export function jobProgress(job: JsonObject): string {
  const percent = numberAt(job, 'progress.percent');
  const share = percent === undefined ? '' : `${Math.round(percent)}%`;
  return joined(' ', share, textAt(job, 'progress.message', 'progress.step'));
}

/** What a job is about now: what it asks, else its title and the news of it. */
function jobSubject(job: JsonObject): string {
  const title = textAt(job, 'title', 'skill');
  switch (jobState(job)) {
    case 'needs_input':
      return joined(' · ', textAt(job, 'question.text', 'headline'), title);
    case 'in_progress':
      return joined(' · ', title, jobProgress(job));
    default:
      return joined(' · ', title, jobNews(job));
  }
}

/** How a job ended, in a line. */
export function jobNews(job: JsonObject): string {
  return textAt(job, 'headline', 'failure.message', 'failure.kind');
}

/** The machine of a job by the name that people know. */
export function jobMachine(job: JsonObject): string {
  return textAt(job, 'machine_name', 'machine.name', 'machine');
}

/** When a job got where it is. */
export function jobTime(job: JsonObject): number | undefined {
  return jobState(job) === 'needs_input'
    ? timeAt(job, 'updated_at', 'started_at', 'created_at')
    : timeAt(job, 'ended_at', 'started_at', 'created_at', 'updated_at');
}

/** The question of a job with what may be answered. */
export function questionParts(job: JsonObject): readonly Part[] {
  const recommended = textAt(job, 'question.choices.recommended');
  const options = textsAt(job, 'question.choices.options').map((option) =>
    option === recommended ? `${option} (recommended)` : option,
  );
  const several = textAt(job, 'question.text') !== '' && isMultiple(job);
  return [
    { text: textAt(job, 'question.text'), linesMax: 6 },
    { text: textAt(job, 'question.context'), linesMax: 6 },
    { label: several ? 'options, of which several may be picked' : 'options', lines: options },
  ];
}

function isMultiple(job: JsonObject): boolean {
  const { question } = job as { question?: { choices?: { multiple?: unknown } | null } };
  return question?.choices?.multiple === true;
}

/** What a job is like besides its state: where, when and what it cost. */
export function jobFacts(job: JsonObject, now: number): readonly Part[] {
  const [startedAt, endedAt] = [timeAt(job, 'started_at'), timeAt(job, 'ended_at')];
  const took =
    startedAt === undefined || endedAt === undefined ? '' : duration(endedAt - startedAt);
  const tokens = (numberAt(job, 'tokens.input') ?? 0) + (numberAt(job, 'tokens.output') ?? 0);
  return [
    { label: 'where', value: joined(' on ', textAt(job, 'skill'), jobMachine(job)) },
    {
      label: 'when',
      value: joined(
        ', ',
        ago(jobTime(job), now),
        took === '' ? '' : `took ${took}`,
        startedBy(textAt(job, 'trigger')),
      ),
    },
    {
      label: 'cost',
      value: joined(
        ', ',
        dollars(numberAt(job, 'cost_usd')),
        tokens === 0 ? '' : `${shortCount(tokens)} tokens`,
      ),
    },
    { label: 'id', value: textAt(job, 'id') },
  ];
}

function startedBy(trigger: string): string {
  return trigger === '' ? '' : `by ${stateInWords(trigger)}`;
}

/** Where a job's work can be seen. */
export function jobLinks(job: JsonObject): readonly string[] {
  return recordsAt(job, 'links').map((link) =>
    joined(' ', stateInWords(textAt(link, 'kind')), textAt(link, 'title'), textAt(link, 'url')),
  );
}

/** What the machine found wrong with the job while it ran. */
export function jobProblems(job: JsonObject): readonly string[] {
  return recordsAt(job, 'timeline')
    .filter((entry) => textAt(entry, 'kind') === 'problem')
    .map((entry) => textAt(entry, 'message'));
}

function jobCard(job: JsonObject, now: number): Card {
  const failure = joined(': ', textAt(job, 'failure.kind'), textAt(job, 'failure.message'));
  const headline = textAt(job, 'headline');
  const updates = recordsAt(job, 'progress.recent_updates').map((update) =>
    joined('  ', ago(timeAt(update, 'at'), now), textAt(update, 'message')),
  );
  const result = textAt(job, 'summary', 'result_excerpt', 'result');
  return {
    state: jobState(job),
    title: textAt(job, 'title', 'skill', 'id'),
    parts: [
      ...(jobState(job) === 'needs_input' ? questionParts(job) : []),
      { text: headline, linesMax: 3 },
      { label: 'failure', value: failure },
      { label: 'now', value: jobState(job) === 'in_progress' ? jobProgress(job) : '' },
      { text: result === headline ? '' : result, linesMax: 10 },
      {
        label: 'answer',
        value: joined(', by ', textAt(job, 'answer.text'), textAt(job, 'answer.by')),
      },
      ...jobFacts(job, now),
      { label: 'links', lines: jobLinks(job) },
      { label: 'problems', lines: jobProblems(job), linesMax: 5, isNewestLast: true },
      { label: 'updates', lines: updates, linesMax: 5, isNewestLast: true },
      {
        label: 'output',
        lines: textAt(job, 'output.text')
          .trimEnd()
          .split('\n')
          .filter((line) => line !== ''),
        isNewestLast: true,
      },
      {
        label: 'files',
        value: recordsAt(job, 'artifacts')
          .map((file) => joined(' ', textAt(file, 'name'), byteSize(numberAt(file, 'bytes'))))
          .join(', '),
      },
    ],
  };
}
