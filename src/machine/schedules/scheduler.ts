import { pause } from '../../base/time/pause.ts';
import type { ScheduleReport } from '../../contract/record/machine.ts';
import type { Machine } from '../machine.ts';
import { schedulesOf } from '../report/skill-report.ts';
import { readSkill, readSkills } from '../skills/skill-folder.ts';
import { nextRunMs } from './next-run.ts';

/** How often skills are looked at for a new or changed schedule. */
const RESCAN_MS = 20_000;

/** A clock that is set back by less than this does not run a schedule twice. */
const AHEAD_MS = 24 * 60 * 60 * 1000;

/**
 * Starts the jobs of schedules as their time comes, until the signal aborts. What was missed while
 * the machine did not run is not made up for; what falls due while it is held up runs once, however
 * often it fell due.
 */
export async function runSchedules(machine: Machine, signal: AbortSignal): Promise<void> {
  const { clock, log } = machine;
  let lookedAtMs = clock.now();
  while (!signal.aborted) {
    await pause(clock, await untilNextMs(machine).catch(() => RESCAN_MS), signal);
    if (signal.aborted) return;
    const now = clock.now();
    await startDue(machine, lookedAtMs, now).catch((error: unknown) =>
      log.write(`schedules could not be looked at: ${String(error)}`),
    );
    lookedAtMs = now;
  }
}

/** Milliseconds until the next schedule is due or skills are looked at anew. */
async function untilNextMs({ clock, folder }: Machine): Promise<number> {
  const { skills } = await readSkills(folder.skills);
  const now = clock.now();
  const due = schedulesOf(skills).flatMap((schedule) => nextRunMs(schedule, now) ?? []);
  return Math.min(RESCAN_MS, ...due.map((dueAt) => dueAt - now));
}

/** Starts every schedule that fell due after `afterMs` and up to `nowMs`. */
async function startDue(machine: Machine, afterMs: number, nowMs: number): Promise<void> {
  const { skills } = await readSkills(machine.folder.skills);
  for (const schedule of schedulesOf(skills)) {
    const lastRun = pastOf(machine.schedules.lastRunMs(schedule.name), nowMs);
    const dueAt = nextRunMs(schedule, Math.max(afterMs, lastRun));
    if (dueAt === null || dueAt > nowMs) continue;
    await machine.schedules.note(schedule.name, nowMs);
    await startScheduled(machine, schedule);
  }
}

/** A run noted far ahead is of a clock that was wrong; it must not stop the schedule until then. */
function pastOf(ranAtMs: number | null, nowMs: number): number {
  return ranAtMs === null || ranAtMs > nowMs + AHEAD_MS ? 0 : ranAtMs;
}

async function startScheduled(machine: Machine, { name, skill }: ScheduleReport): Promise<void> {
  try {
    const found = await readSkill(machine.folder.skills, skill);
    const start = { job: null, trigger: 'schedule', payload: undefined, headers: {} } as const;
    await machine.jobs.start({ skill: found.skill, ...start });
  } catch (error) {
    machine.log.write(`the schedule ${name} could not start its job: ${String(error)}`);
  }
}

/** The schedules with when each ran last and runs next. */
export function scheduleReports(
  machine: Pick<Machine, 'clock' | 'schedules'>,
  skills: Parameters<typeof schedulesOf>[0],
): readonly ScheduleReport[] {
  const timeText = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return schedulesOf(skills).map((schedule) => ({
    ...schedule,
    last_run_at: timeText(machine.schedules.lastRunMs(schedule.name)),
    next_run_at: timeText(nextRunMs(schedule, machine.clock.now())),
  }));
}
