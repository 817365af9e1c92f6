import { readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';

/** What a journal entry's file says, as far as the proof looks at it. */
export interface SeenEntry {
  readonly id: string;
  readonly state: string;
  readonly secretKey: string | null;
  readonly sealed: string | null;
}

export const STATES: readonly string[] = [
  'asking',
  'asked',
  'sealed',
  'opened',
  'delivering',
  'delivered',
];

/** The entries in a journal folder that can be read now. */
export function entriesIn(folder: string): readonly SeenEntry[] {
  const names = readdirSync(folder).filter((name) => /^[a-z0-9]{12}\.json$/.test(name));
  return names.flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(join(folder, name), 'utf8')) as SeenEntry];
    } catch {
      return [];
    }
  });
}

/** Calls `reached` once an entry is in this state or beyond; collects every secret text that it sees. */
export function watchJournal(
  folder: string,
  {
    secrets,
    state,
    reached,
  }: {
    readonly secrets: Set<string>;
    readonly state: string | undefined;
    readonly reached: () => void;
  },
): () => void {
  let done = state === undefined;
  const watcher = watch(folder, () => {
    for (const entry of entriesIn(folder)) {
      for (const text of [entry.secretKey, entry.sealed]) if (text) secrets.add(text);
      if (done || STATES.indexOf(entry.state) < STATES.indexOf(state ?? '')) continue;
      done = true;
      reached();
    }
  });
  return () => watcher.close();
}
