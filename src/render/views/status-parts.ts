import type { JsonObject } from '../../base/json/object.ts';
import { serviceCommand } from '../service-command.ts';
import { ago, dollars, shortCount } from './amount.ts';
import { jobMachine, jobNews, jobProgress, jobTime } from './job.ts';
import { machineName, machineSeen } from './machine.ts';
import { joined, numberAt, textAt, timeAt } from './member.ts';
import { plainWord } from './plain-word.ts';
import type { Status } from './status.ts';
import type { ActionLine, ActionsPart, Part } from './view.ts';

/** How many of each kind are shown, so that all stand on a screen of 24 lines. */
const SHOWN_MAX = { waiting: 3, failing: 3, away: 2, running: 2 } as const;

/** What needs a person first: who waits, what fails, what is away, what runs, the day in a line. */
export function statusParts(status: Status, now: number): readonly Part[] {
  const { counts, waiting, away, running } = status;
  const failing = failingLines(status, now);
  // What the service did not tell is not known to need nobody.
  const isQuiet = counts.waiting === 0 && counts.away === 0 && failing.length === 0;
  const lines = {
    waiting: waiting.map((job) => waitingLine(job, now)),
    away: away.map((machine) => awayLine(machine, now)),
    running: running.map((job) => runningLine(job, now)),
  };
  return [
    { text: isQuiet ? 'Nothing needs you.' : unlisted(status), linesMax: 1 },
    {
      label: 'waits for you',
      state: 'needs_input',
      textLinesMax: 2,
      ...shown(lines.waiting, SHOWN_MAX.waiting, {
        count: counts.waiting,
        command: serviceCommand('inbox'),
      }),
    },
    {
      label: 'fails',
      state: 'failed',
      textLinesMax: 2,
      ...shown(failing, SHOWN_MAX.failing, {
        count: null,
        command: moreOfFailing(status),
      }),
    },
    {
      label: 'away',
      state: 'offline',
      ...shown(lines.away, SHOWN_MAX.away, {
        count: counts.away,
        command: serviceCommand('cloud list-machines'),
      }),
    },
    {
      label: 'runs',
      state: 'in_progress',
      ...shown(lines.running, SHOWN_MAX.running, {
        count: counts.running,
        command: serviceCommand('cloud list-inbox --view in_progress'),
      }),
    },
    { text: dayLine(status), linesMax: 3 },
  ];
}

/** How many jobs wait for a person. */
export function waitingInWords(count: number): string {
  return `${count} ${count === 1 ? 'job waits' : 'jobs wait'} for a person`;
}

function unlisted({ counts, waiting }: Status): string {
  const isListed = waiting.length > 0 || counts.waiting === null || counts.waiting === 0;
  return isListed ? '' : `${waitingInWords(counts.waiting)}, and the service lists none of them.`;
}

/** The first lines, and how many more there are: as many as the service counts, or were listed. */
function shown(
  lines: readonly ActionLine[],
  linesMax: number,
  all: { readonly count: number | null; readonly command: string },
): Pick<ActionsPart, 'lines' | 'more'> {
  const first = lines.slice(0, linesMax);
  const count = Math.max(all.count ?? 0, lines.length) - first.length;
  return { lines: first, more: count === 0 ? undefined : { count, command: all.command } };
}

/** The list in which most of what is not shown stands. */
function moreOfFailing({ failing: { checks, deliveries, jobs } }: Status): string {
  const most = Math.max(checks.length, deliveries.length, jobs.length);
  if (jobs.length === most) return serviceCommand('cloud list-jobs --status failed');
  return checks.length === most
    ? serviceCommand('cloud list-machines')
    : serviceCommand('cloud list-deliveries --outcome rejected');
}

/** One of each kind before a second of any: a broken check explains what failed. */
function failingLines({ failing }: Status, now: number): readonly ActionLine[] {
  const kinds = [
    failing.checks.map(checkLine),
    failing.jobs.map((job) => failedJobLine(job, now)),
    failing.deliveries.map((delivery) => deliveryLine(delivery, now)),
  ];
  const longest = Math.max(...kinds.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    kinds.flatMap((kind) => kind.slice(at, at + 1)),
  ).flat();
}

function waitingLine(job: JsonObject, now: number): ActionLine {
  return {
    text: textAt(job, 'question.text', 'headline', 'title'),
    where: joined(', ', jobMachine(job), ago(jobTime(job), now)),
    // It asks there and then, so that the answer goes to the question that is read with it.
    command: serviceCommand(`job follow ${plainWord('JOB', textAt(job, 'id'))}`),
  };
}

function checkLine(check: JsonObject): ActionLine {
  const fix = textAt(check, 'fix');
  const what = joined(': ', textAt(check, 'name'), textAt(check, 'message'));
  return {
    text: joined(' · ', what, fix === '' ? '' : `fix: ${fix}`),
    where: textAt(check, 'machine_name', 'machine'),
    command: serviceCommand(`cloud get-machine ${machineWord(check)}`),
  };
}

function failedJobLine(job: JsonObject, now: number): ActionLine {
  return {
    text: joined(' · ', textAt(job, 'title', 'skill'), jobNews(job)),
    where: joined(', ', jobMachine(job), ago(jobTime(job), now)),
    command: serviceCommand(`cloud get-job ${plainWord('JOB', textAt(job, 'id'))}`),
  };
}

function deliveryLine(delivery: JsonObject, now: number): ActionLine {
  const why = textAt(delivery, 'reason', 'code', 'outcome');
  return {
    text: joined(' · ', `webhook ${textAt(delivery, 'skill', 'path')}`, why),
    where: joined(
      ', ',
      textAt(delivery, 'machine_name'),
      ago(timeAt(delivery, 'received_at'), now),
    ),
    command: serviceCommand(`cloud get-delivery ${plainWord('DELIVERY', textAt(delivery, 'id'))}`),
  };
}

function awayLine(machine: JsonObject, now: number): ActionLine {
  const seen = ago(machineSeen(machine), now);
  return {
    text: machineName(machine),
    where: seen === '' ? 'never seen' : `seen ${seen}`,
    command: serviceCommand(
      `cloud get-machine ${plainWord('MACHINE', textAt(machine, 'name'), textAt(machine, 'id'))}`,
    ),
  };
}

function runningLine(job: JsonObject, now: number): ActionLine {
  return {
    text: joined(' · ', textAt(job, 'title', 'skill'), jobProgress(job)),
    where: joined(', ', jobMachine(job), ago(jobTime(job), now)),
    command: serviceCommand(`job follow ${plainWord('JOB', textAt(job, 'id'))}`),
  };
}

function machineWord(record: JsonObject): string {
  return plainWord('MACHINE', textAt(record, 'machine_name'), textAt(record, 'machine'));
}

/** The day's numbers and how many machines are online, in a line. */
function dayLine({ last_24_hours: day, counts, running }: Status): string {
  const { machines, away } = counts;
  const of = (name: string) => numberAt(day, name);
  const jobs = joined(
    ', ',
    number(of('succeeded'), 'done'),
    number(of('failed'), 'failed'),
    number(of('needs_human'), 'asked a person'),
    dollars(of('cost_usd')),
  );
  return joined(
    ' · ',
    machines === null ? '' : `${machines - (away ?? 0)} of ${machines} machines online`,
    running.length === 0 ? number(counts.running ?? undefined, 'running') : '',
    jobs === '' ? '' : `last 24 hours: ${jobs}`,
  );
}

function number(amount: number | undefined, what: string): string {
  return amount === undefined || amount === 0 ? '' : `${shortCount(amount)} ${what}`;
}
