import { readFile } from 'node:fs/promises';
import { replaceFile } from '../../base/disk/replace-file.ts';
import { isMissing } from '../../base/errors.ts';
import { membersOf } from '../../base/json/object.ts';
import type { MachineLog } from '../machine-log.ts';

/** When each schedule last ran; kept over restarts. */
export interface ScheduleHistory {
  /** Milliseconds since the epoch; undefined where it never ran. */
  lastRunMs(name: string): number | undefined;
  /** On disk when this resolves. Called before the job starts: a crash may lose a run, never repeat it. */
  record(name: string, ranAtMs: number): Promise<void>;
}

/** Reads what an earlier process recorded; a file that cannot be read counts as empty. */
export async function openScheduleHistory(path: string, log: MachineLog): Promise<ScheduleHistory> {
  const lastRuns = await readLastRuns(path, log);
  return {
    lastRunMs: (name) => lastRuns.get(name),
    async record(name, ranAtMs) {
      lastRuns.set(name, ranAtMs);
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
