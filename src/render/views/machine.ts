import type { JsonObject } from '../../base/json/object.ts';
import { ago, counted, dollars } from './amount.ts';
import { jobView } from './job.ts';
import { hasAny, joined, numberAt, recordsAt, textAt, textsAt, timeAt } from './member.ts';
import { stateInWords } from './state-tone.ts';
import type { Card, Part, View } from './view.ts';

/** Machines: whether one is there, its name, what is wrong with it, when it was seen. */
export const machineView: View = {
  fits: (record) =>
    hasAny(record, 'name', 'hostname') &&
    hasAny(record, 'status') &&
    hasAny(record, 'link', 'last_seen_at', 'hostname', 'health'),
  columns: [
    {
      head: 'STATUS',
      goes: 0,
      cell: (one) => stateInWords(machineState(one)),
      state: machineState,
    },
    { head: 'NAME', goes: 0, cell: machineName, takesRest: true },
    { head: 'CHECKS', goes: 2, cell: machineChecks, widthMax: 30 },
    { head: 'MODE', goes: 4, cell: (one) => textAt(one, 'mode') },
    { head: 'SKILLS', goes: 6, cell: (one) => textAt(one, 'skill_count') },
    { head: 'VERSION', goes: 7, cell: (one) => textAt(one, 'version') },
    { head: 'SEEN', goes: 3, cell: (one, now) => ago(machineSeen(one), now) },
    { head: 'ID', goes: 5, cell: (one) => textAt(one, 'id') },
  ],
  card: machineCard,
};

/** Its name need not be said again. */
const RUNNING_COLUMNS = jobView.columns.filter(({ head }) => head !== 'MACHINE');

/** Whether a machine is there. */
function machineState(machine: JsonObject): string {
  return textAt(machine, 'status');
}

/** The name of a machine; its hostname where it has none. */
export function machineName(machine: JsonObject): string {
  return textAt(machine, 'name', 'hostname', 'id');
}

/** When a machine was last heard of. */
export function machineSeen(machine: JsonObject): number | undefined {
  return timeAt(machine, 'last_seen_at', 'link.last_sync_at');
}

/** What is wrong with a machine, in a few words. */
function machineChecks(machine: JsonObject): string {
  const [failing, warning] = [
    numberAt(machine, 'health.failing'),
    numberAt(machine, 'health.warning'),
  ];
  return joined(
    ', ',
    failing === undefined || failing === 0 ? '' : `${failing} failing`,
    warning === undefined || warning === 0 ? '' : `${warning} warning`,
    failing === 0 && warning === 0 && (numberAt(machine, 'health.ok') ?? 0) > 0 ? 'ok' : '',
  );
}

function machineCard(machine: JsonObject, now: number): Card {
  const hostname = textAt(machine, 'hostname');
  const runners = recordsAt(machine, 'runners').map((runner) =>
    runner['ready'] === false
      ? joined(': ', `${textAt(runner, 'name')} not ready`, textAt(runner, 'detail'))
      : textAt(runner, 'name'),
  );
  return {
    state: machineState(machine),
    title: machineName(machine),
    parts: [
      ...troubleParts(machine),
      { label: 'seen', value: ago(machineSeen(machine), now) },
      { label: 'mode', value: textAt(machine, 'mode', 'policy.mode') },
      { label: 'host', value: hostname === machineName(machine) ? '' : hostname },
      { label: 'version', value: textAt(machine, 'version') },
      { label: 'runners', value: runners.join(', ') },
      { label: 'allowed', value: textsAt(machine, 'policy.allow').join(', ') },
      { label: 'denied', value: textsAt(machine, 'policy.deny').join(', ') },
      { label: 'last day', value: dayInNumbers(machine) },
      { label: 'id', value: textAt(machine, 'id') },
      { label: 'running', rows: recordsAt(machine, 'running_jobs'), columns: RUNNING_COLUMNS },
      {
        label: 'skills',
        lines: recordsAt(machine, 'skills').map((skill) =>
          joined('  ', textAt(skill, 'name'), textAt(skill, 'description')),
        ),
      },
      {
        label: 'schedules',
        lines: recordsAt(machine, 'schedules').map((one) => scheduleLine(one, now)),
      },
      {
        label: 'repositories',
        lines: recordsAt(machine, 'repositories').map((one) =>
          joined('  ', textAt(one, 'name'), textAt(one, 'url'), textAt(one, 'ref')),
        ),
      },
    ],
  };
}

function troubleParts(machine: JsonObject): readonly Part[] {
  const checks = recordsAt(machine, 'checks').flatMap((check) => [
    joined(
      '  ',
      textAt(check, 'state'),
      joined(': ', textAt(check, 'name'), textAt(check, 'message')),
    ),
    ...(textAt(check, 'fix') === '' ? [] : [`  fix: ${textAt(check, 'fix')}`]),
  ]);
  return [
    { label: 'checks', lines: checks },
    {
      label: 'skills that do not load',
      lines: recordsAt(machine, 'broken_skills').map((skill) =>
        joined(': ', textAt(skill, 'name'), textAt(skill, 'error')),
      ),
    },
  ];
}

function scheduleLine(schedule: JsonObject, now: number): string {
  const next = ago(timeAt(schedule, 'next_run_at'), now);
  return joined('  ', textAt(schedule, 'name'), textAt(schedule, 'cron'), next && `next ${next}`);
}

function dayInNumbers(machine: JsonObject): string {
  const of = (name: string) => numberAt(machine, `statistics.${name}`);
  return joined(
    ', ',
    counted(of('jobs'), 'job'),
    of('failed') ? `${of('failed')} failed` : '',
    dollars(of('cost_usd')),
  );
}
