import { readFile } from 'node:fs/promises';
import { replaceFile } from '../../base/disk/replace-file.ts';
import { isMissing } from '../../base/errors.ts';
import { membersOf } from '../../base/json/object.ts';
import type { MachineLog } from '../machine-log.ts';

/** When each schedule ran, in milliseconds since the epoch; the last time is kept over restarts. */
export interface ScheduleHistory {
  /** Undefined where it never ran. */
  lastRunMs(name: string): number | undefined;
  /** As it was when this process began; what ran since is known one by one. */
  earlierRunMs(name: string): number | undefined;
  /** Whether it ran in this process for the time `dueAtMs`. */
  hasRunFor(name: string, dueAtMs: number): boolean;
  /** On disk when this resolves. Called before the job starts: a crash may lose a run, never repeat it. */
  record(name: string, run: ScheduledRun): Promise<void>;
}

interface ScheduledRun {
  readonly ranAtMs: number;
  /** The times that were due, of which the run is for the last. */
  readonly dueAtMs: readonly number[];
}

/** For so long a time that was due is remembered: a clock may be set back by less. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/** Reads what an earlier process recorded; a file that cannot be read counts as empty. */
export async function openScheduleHistory(path: string, log: MachineLog): Promise<ScheduleHistory> {
  const earlierRuns = await readLastRuns(path, log);
  const lastRuns = new Map(earlierRuns);
  const runsFor = new Map<string, ReadonlySet<number>>();
  return {
    lastRunMs: (name) => lastRuns.get(name),
    earlierRunMs: (name) => earlierRuns.get(name),
    hasRunFor: (name, dueAtMs) => runsFor.get(name)?.has(dueAtMs) ?? false,
    async record(name, { ranAtMs, dueAtMs }) {
      lastRuns.set(name, ranAtMs);
      const before = [...(runsFor.get(name) ?? [])].filter((ms) => ms > ranAtMs - REMEMBERED_MS);
      runsFor.set(name, new Set([...before, ...dueAtMs]));
      const times = [...lastRuns].map(([each, ms]) => [each, new Date(ms).toISOString()]);
      const text = `${JSON.stringify(Object.fromEntries(times), undefined, 2)}\n`;
      await replaceFile(path, text, { mode: 0o600 });
    },
  };
}

async function readLastRuns(path: string, log: MachineLog): Promise<Map<string, number>> {
  try {
    const file: unknown = JSON.parse(await readFile(path, 'utf8'));
    const entries = Object.entries(membersOf(file))
      .map(([name, at]): [string, number] => [name, Date.parse(String(at))])
      .filter(([, ms]) => Number.isFinite(ms));
    return new Map(entries);
  } catch (error) {
    if (!isMissing(error))
      log.write(`the times of past schedule runs cannot be read: ${String(error)}`);
    return new Map();
  }
}
