import { pause } from '../../base/time/pause.ts';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import type { ScheduleReport } from '../../contract/record/machine.ts';
import type { Machine } from '../machine.ts';
import { readSkill, readSkills } from '../skills/skill-folder.ts';
import { lastDueMs, nextDueMs } from './next-run.ts';
import { schedulesOf } from './schedule-reports.ts';

/** How often the skills are read again, for a new or changed schedule. */
const RESCAN_MS = 20_000;

/** A clock that was set back, and not a timer that was early. */
const JUMP_MS = 1000;

/**
 * Starts the jobs of schedules when they are due, until the signal aborts. Runs missed while the
 * machine was stopped are not made up for; a schedule that was due several times while the machine
 * was busy or asleep runs once. Where the clock is set back, none runs again for a time for which it has run.
 */
export async function runSchedules(machine: Machine, signal: AbortSignal): Promise<void> {
  const { clock, log } = machine;
  let scannedAtMs = clock.now();
  await tellOfLaterRuns(machine, scannedAtMs).catch(() => undefined);
  while (!signal.aborted) {
    const waitMs = await untilNextMs(machine).catch(() => RESCAN_MS);
    await pause(clock, waitMs, signal);
    if (signal.aborted) return;
    const now = clock.now();
    const backMs = scannedAtMs + waitMs - now;
    if (backMs > JUMP_MS) log.write(setBack(backMs));
    // So much time has passed, whatever the clock says.
    await startDue(machine, Math.min(scannedAtMs, now - waitMs), now).catch((error: unknown) =>
      log.write(`schedules cannot be read: ${String(error)}`),
    );
    scannedAtMs = now;
  }
}

function setBack(backMs: number): string {
  const seconds = Math.round(backMs / 1000);
  return `the clock was set back by ${seconds} s: no schedule runs again for a time for which it has run`;
}

/** Says which schedules ran last, before this process, at a time that is still to come. */
async function tellOfLaterRuns(
  { folder, log, schedules: history }: Machine,
  nowMs: number,
): Promise<void> {
  const { skills } = await readSkills(folder.skills);
  for (const schedule of schedulesOf(skills)) {
    const ranAtMs = history.earlierRunMs(schedule.name) ?? 0;
    const dueAtMs = nextDueMs(schedule, nowMs, { history, nowMs });
    if (ranAtMs < nowMs + JUMP_MS || dueAtMs === undefined || dueAtMs < ranAtMs) continue;
    const times = `${rfc3339(ranAtMs)}, which is still to come, and runs next at ${rfc3339(dueAtMs)}`;
    log.write(`the schedule ${schedule.name} ran last at ${times}`);
  }
}

/** Milliseconds until the next schedule is due, or until the skills are read again. */
async function untilNextMs({ clock, folder, schedules: history }: Machine): Promise<number> {
  const { skills } = await readSkills(folder.skills);
  const nowMs = clock.now();
  const due = schedulesOf(skills).flatMap(
    (schedule) => nextDueMs(schedule, nowMs, { history, nowMs }) ?? [],
  );
  return Math.min(RESCAN_MS, ...due.map((dueAt) => dueAt - nowMs));
}

/** Starts every schedule that was due after `afterMs` and up to `nowMs`. */
async function startDue(machine: Machine, afterMs: number, nowMs: number): Promise<void> {
  const { folder, schedules: history } = machine;
  const { skills } = await readSkills(folder.skills);
  for (const schedule of schedulesOf(skills)) {
    const dueAt = nextDueMs(schedule, afterMs, { history, nowMs });
    if (dueAt === undefined || dueAt > nowMs) continue;
    const dueAtMs = [dueAt, lastDueMs(schedule, nowMs) ?? dueAt];
    await history.record(schedule.name, { ranAtMs: nowMs, dueAtMs });
    await startScheduled(machine, schedule);
  }
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
