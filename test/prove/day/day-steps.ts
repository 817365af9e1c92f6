import type { FleetRun } from '../../support/run-fleet.ts';

/** One thing that an operator does in a day, and how it has to end. */
export interface DayStep {
  readonly does: string;
  /** `$NAME` is what an earlier step has kept under that name. */
  readonly args: readonly string[];
  readonly exitCode?: number;
  /** Keeps the first line of the output. */
  readonly keepAs?: string;
  /** What is wrong with the output; undefined where nothing is. */
  readonly wrong: (run: FleetRun) => string | undefined;
}

const WAITING = 7;

function says(...texts: readonly string[]) {
  return ({ stderr, stdout }: FleetRun): string | undefined => {
    const missing = texts.filter((text) => !`${stdout}${stderr}`.includes(text));
    return missing.length === 0 ? undefined : `it does not say ${missing.join(', ')}`;
  };
}

function hasLines(least: number, most = least) {
  return ({ stdout }: FleetRun): string | undefined => {
    const lines = stdout.trimEnd() === '' ? [] : stdout.trimEnd().split('\n');
    if (new Set(lines).size !== lines.length) return 'a line comes twice';
    if (lines.length >= least && lines.length <= most) return undefined;
    return `${lines.length} lines, not ${least} to ${most}`;
  };
}

/** The day on a fleet with so many jobs behind it: look, answer, look into a failure, act, watch, count. */
export function daySteps(jobs: number): readonly DayStep[] {
  return [...MORNING, ...NOON, ...evening(jobs)];
}

const INBOX = ['inbox', '-o', 'name', '--all'];

const MORNING: readonly DayStep[] = [
  {
    does: 'sees who waits, what fails and what is away',
    args: ['status', '--query', 'counts'],
    wrong: says(`"waiting":${WAITING}`, '"machines":40'),
  },
  { does: 'lists who waits', args: INBOX, keepAs: 'JOB', wrong: hasLines(WAITING) },
  {
    does: 'answers the oldest question and follows on',
    args: ['job', 'answer', '$JOB', 'tonight', '--follow', '--query', 'state', '-o', 'raw'],
    wrong: says('done'),
  },
  { does: 'sees that one less waits', args: INBOX, wrong: hasLines(WAITING - 1) },
  {
    does: 'finds what failed last',
    args: ['cloud', 'list-jobs', '--status', 'failed', '--limit', '1', '-o', 'name'],
    keepAs: 'FAILED',
    wrong: hasLines(1),
  },
  {
    does: 'reads why',
    args: ['job', 'logs', '$FAILED', '--stderr'],
    wrong: says('disk quota exceeded'),
  },
];

const NOON: readonly DayStep[] = [
  {
    does: 'runs a skill to its end, as events',
    args: ['cloud', 'run-skill', 'web-01', 'deploy-check', '--follow', '-o', 'jsonl'],
    wrong: says('"event":"end"', '"exit_code":0'),
  },
  {
    does: 'looks at the newest one again',
    args: ['cloud', 'get-job', '@last', '--query', 'skill', '-o', 'raw'],
    wrong: says('deploy-check'),
  },
  {
    does: 'does not act on the newest one from a script',
    args: ['cloud', 'cancel-job', '@last', '--yes'],
    exitCode: 2,
    wrong: says('only a person can confirm'),
  },
  {
    does: 'has an agent ask a person',
    args: [
      ...['cloud', 'run-skill', 'build-01', 'triage-issue', '--payload'],
      ...['{"issue":{"number":42,"title":"Checkout times out"}}', '--follow'],
      ...['--query', 'id', '-o', 'raw'],
    ],
    exitCode: 10,
    keepAs: 'ASKING',
    wrong: says('fleet job answer'),
  },
  {
    does: 'answers it and waits for the end',
    args: ['job', 'answer', '$ASKING', 'high', '--follow'],
    wrong: says('is triaged and labelled'),
  },
  { does: "reads a machine's own log", args: ['logs', 'db-04'], wrong: says('synced') },
  {
    does: 'asks nine machines the same',
    args: [
      ...['each', '--machine', 'web-*', '--yes', '-o', 'jsonl', '--'],
      ...['send-command', '--type', 'ping', '--wait-seconds', '10'],
    ],
    wrong: hasLines(9, 10),
  },
];

function evening(jobs: number): readonly DayStep[] {
  return [
    {
      does: 'is told by a script when somebody waits',
      args: ['watch', 'inbox', '--until', 'needs_input', '-o', 'jsonl'],
      wrong: says('"state":"needs_input"'),
    },
    {
      does: 'keeps watching all that is under way for a while',
      args: ['watch', 'jobs', '--until', 'queued', '--follow-timeout', '6', '-o', 'jsonl'],
      exitCode: 8,
      wrong: says('"state":"needs_input"', '"state":"in_progress"'),
    },
    {
      does: 'takes the ids of all jobs',
      args: ['cloud', 'list-jobs', '--all', '-o', 'name'],
      wrong: hasLines(jobs, jobs + 10),
    },
    {
      does: 'takes the failed ones as a table for a spreadsheet',
      args: [
        ...['cloud', 'list-jobs', '--status', 'failed', '--all', '-o', 'tsv'],
        ...['--query', 'jobs[].[id, machine_name, failure.kind]'],
      ],
      wrong: hasLines(Math.floor(jobs / 14) - 20, Math.ceil(jobs / 14) + 20),
    },
    { does: 'reads the numbers of the week', args: ['cloud', 'get-stats'], wrong: says('days') },
  ];
}
