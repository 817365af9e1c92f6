import type { JsonObject } from '../../base/json/object.ts';
import { counted, dollars, duration, percent, shortCount } from './amount.ts';
import { hasAny, joined, numberAt, recordsAt, textAt } from './member.ts';
import type { Column, View } from './view.ts';

/** Numbers of a window of days: the totals, day by day, skill by skill. */
export const statisticsView: View = {
  fits: (record) => hasAny(record, 'totals') && hasAny(record, 'days'),
  columns: [],
  card: (answer) => ({
    state: '',
    title: joined(' to ', textAt(answer, 'since'), textAt(answer, 'until')),
    parts: [
      { label: 'success', value: percent(numberAt(answer, 'totals.success_rate')) },
      { label: 'jobs', value: jobsInWords(answer['totals']) },
      {
        label: 'cost',
        value: joined(
          ', ',
          dollars(numberAt(answer, 'totals.cost_usd')),
          counted(numberAt(answer, 'totals.tokens'), 'token'),
        ),
      },
      {
        label: 'time',
        value: joined(
          ', ',
          half(numberAt(answer, 'totals.p50_ms')),
          nearlyAll(numberAt(answer, 'totals.p95_ms')),
        ),
      },
      { label: 'webhooks', value: webhooksInWords(answer['totals']) },
      {
        label: 'days',
        rows: recordsAt(answer, 'days').filter(isBusy),
        columns: DAY_COLUMNS,
        linesMax: 14,
      },
      { label: 'skills', rows: recordsAt(answer, 'skills'), columns: SKILL_COLUMNS },
    ],
  }),
};

const DAY_COLUMNS: readonly Column[] = [
  { head: 'DAY', goes: 0, cell: (day) => textAt(day, 'date', 'day') },
  { head: 'DONE', goes: 0, cell: (day) => textAt(day, 'jobs.succeeded') },
  { head: 'FAILED', goes: 0, cell: (day) => textAt(day, 'jobs.failed') },
  { head: 'ASKED', goes: 1, cell: (day) => textAt(day, 'jobs.needs_human') },
  { head: 'COST', goes: 2, cell: (day) => dollars(numberAt(day, 'cost_usd')) },
  { head: 'HALF IN', goes: 4, cell: (day) => duration(numberAt(day, 'p50_ms')) },
  { head: '95% IN', goes: 3, cell: (day) => duration(numberAt(day, 'p95_ms')) },
  { head: 'WEBHOOKS', goes: 5, cell: (day) => textAt(day, 'deliveries.accepted') },
];

const SKILL_COLUMNS: readonly Column[] = [
  { head: 'SKILL', goes: 0, cell: (one) => textAt(one, 'skill', 'name') },
  { head: 'RUNS', goes: 0, cell: (one) => textAt(one, 'runs') },
  { head: 'FAILED', goes: 0, cell: (one) => textAt(one, 'failures', 'failed') },
  { head: 'COST', goes: 1, cell: (one) => dollars(numberAt(one, 'cost_usd')) },
  { head: '95% IN', goes: 2, cell: (one) => duration(numberAt(one, 'p95_ms')) },
];

/** The jobs of a span of time, in a line. */
function jobsInWords(numbers: unknown): string {
  const of = (name: string) => numberAt(numbers, `jobs.${name}`);
  return joined(
    ', ',
    count(of('succeeded'), 'done'),
    count(of('failed'), 'failed'),
    count(of('needs_human'), 'asked a person'),
  );
}

function webhooksInWords(numbers: unknown): string {
  const of = (name: string) => numberAt(numbers, `deliveries.${name}`);
  const outcomes = ['accepted', 'rejected', 'skipped', 'duplicate', 'held', 'lost', 'refused'];
  return joined(', ', ...outcomes.map((outcome) => count(of(outcome), outcome)));
}

function count(amount: number | undefined, what: string): string {
  return amount === undefined || amount === 0 ? '' : `${shortCount(amount)} ${what}`;
}

function half(ms: number | undefined): string {
  return ms === undefined ? '' : `half in ${duration(ms)}`;
}

function nearlyAll(ms: number | undefined): string {
  return ms === undefined ? '' : `95% in ${duration(ms)}`;
}

/** Whether anything happened on a day. */
function isBusy(day: JsonObject): boolean {
  return jobsInWords(day) !== '' || webhooksInWords(day) !== '';
}
