import type { Clock } from '../../base/time/clock.ts';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import type { ScheduleReport } from '../../contract/record/machine.ts';
import type { Skill } from '../skills/skill-file.ts';
import { nextRunMs } from './next-run.ts';
import type { ScheduleHistory } from './schedule-history.ts';

/** The schedules of these skills; a skill has one at most, and it has the name of the skill. */
export function schedulesOf(skills: readonly Skill[]): readonly ScheduleReport[] {
  return skills.flatMap(({ name, settings: { schedule } }) =>
    schedule === null ? [] : [{ name, skill: name, ...schedule }],
  );
}

/** The schedules of these skills with the time of their last and their next run. */
export function scheduleReports(
  machine: { readonly clock: Clock; readonly schedules: ScheduleHistory },
  skills: readonly Skill[],
): readonly ScheduleReport[] {
  return schedulesOf(skills).map((schedule) => ({
    ...schedule,
    last_run_at: rfc3339(machine.schedules.lastRunMs(schedule.name) ?? null),
    next_run_at: rfc3339(nextRunMs(schedule, machine.clock.now()) ?? null),
  }));
}
