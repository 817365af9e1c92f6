import { pause } from '../../base/time/pause.ts';
import type { ScheduleReport } from '../../contract/record/machine.ts';
import type { Machine } from '../machine.ts';
import { readSkill, readSkills } from '../skills/skill-folder.ts';
import { nextRunMs } from './next-run.ts';
import { schedulesOf } from './schedule-reports.ts';

/** How often the skills are read again, for a new or changed schedule. */
const RESCAN_MS = 20_000;

/** Where the clock is set back by less than this, no schedule runs twice. */
const AHEAD_MS = 24 * 60 * 60 * 1000;

/**
 * Starts the jobs of schedules when they are due, until the signal aborts. Runs missed while the
 * machine was stopped are not made up for; a schedule that was due several times while the machine
 * was busy or asleep runs once.
 */
export async function runSchedules(machine: Machine, signal: AbortSignal): Promise<void> {
  const { clock, log } = machine;
  let scannedAtMs = clock.now();
  while (!signal.aborted) {
    await pause(clock, await untilNextMs(machine).catch(() => RESCAN_MS), signal);
    if (signal.aborted) return;
    const now = clock.now();
    await startDue(machine, scannedAtMs, now).catch((error: unknown) =>
      log.write(`schedules cannot be read: ${String(error)}`),
    );
    scannedAtMs = now;
  }
}

/** Milliseconds until the next schedule is due, or until the skills are read again. */
async function untilNextMs({ clock, folder }: Machine): Promise<number> {
  const { skills } = await readSkills(folder.skills);
  const now = clock.now();
  const due = schedulesOf(skills).flatMap((schedule) => nextRunMs(schedule, now) ?? []);
  return Math.min(RESCAN_MS, ...due.map((dueAt) => dueAt - now));
}

/** Starts every schedule that was due after `afterMs` and up to `nowMs`. */
async function startDue(machine: Machine, afterMs: number, nowMs: number): Promise<void> {
  const { skills } = await readSkills(machine.folder.skills);
  for (const schedule of schedulesOf(skills)) {
    const lastRun = pastOf(machine.schedules.lastRunMs(schedule.name), nowMs);
    const dueAt = nextRunMs(schedule, Math.max(afterMs, lastRun));
    if (dueAt === undefined || dueAt > nowMs) continue;
    await machine.schedules.record(schedule.name, nowMs);
    await startScheduled(machine, schedule);
  }
}

/** A last run far in the future comes from a wrong clock, and must not block the schedule until then. */
function pastOf(ranAtMs: number | undefined, nowMs: number): number {
  return ranAtMs === undefined || ranAtMs > nowMs + AHEAD_MS ? 0 : ranAtMs;
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
