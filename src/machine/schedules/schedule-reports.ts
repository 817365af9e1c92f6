import type { Clock } from '../../base/time/clock.ts';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import type { ScheduleReport } from '../../contract/record/machine.ts';
import type { Skill } from '../skills/skill-file.ts';
import { nextDueMs } from './next-run.ts';
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
  const { schedules: history } = machine;
  const nowMs = machine.clock.now();
  return schedulesOf(skills).map((schedule) => ({
    ...schedule,
    last_run_at: rfc3339(history.lastRunMs(schedule.name) ?? null),
    next_run_at: rfc3339(nextDueMs(schedule, nowMs, { history, nowMs }) ?? null),
  }));
}
