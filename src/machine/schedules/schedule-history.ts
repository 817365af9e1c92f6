import { readFile } from 'node:fs/promises';
import { replaceFile } from '../../base/disk/replace-file.ts';
import { isMissing } from '../folder.ts';
import type { MachineLog } from '../machine-log.ts';

/** When each schedule last ran, over restarts. */
export interface ScheduleHistory {
  /** Milliseconds since the epoch; null where it never ran. */
  lastRunMs(name: string): number | null;
  /** Is on disk before the job is: a crash between them loses a run and never doubles one. */
  note(name: string, ranAtMs: number): Promise<void>;
}

/** Reads what an earlier process noted; a file that cannot be read counts as none. */
export async function openScheduleHistory(path: string, log: MachineLog): Promise<ScheduleHistory> {
  const lastRuns = await readLastRuns(path, log);
  return {
    lastRunMs: (name) => lastRuns.get(name) ?? null,
    async note(name, ranAtMs) {
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
    const entries = Object.entries(typeof file === 'object' && file !== null ? file : {})
      .map(([name, at]): [string, number] => [name, Date.parse(String(at))])
      .filter(([, ms]) => Number.isFinite(ms));
    return new Map(entries);
  } catch (error) {
    if (!isMissing(error)) log.write(`the runs of schedules cannot be read: ${String(error)}`);
    return new Map();
  }
}
