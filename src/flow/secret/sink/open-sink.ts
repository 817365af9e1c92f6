import type { Clock } from '../../../base/time/clock.ts';
import type { SinkTarget } from '../journal-entry.ts';
import { type ChildOptions, childSink } from './child-sink.ts';
import { dotenvSink } from './dotenv-sink.ts';
import { fileSink } from './file-sink.ts';
import type { FileSink, Sink } from './sink.ts';
import { resolvePath } from './staged-file.ts';
import { type StdoutOptions, stdoutSink } from './stdout-sink.ts';

/** A sink as it was typed. */
export type SinkChoice =
  | { readonly kind: 'file'; readonly path: string; readonly overwrite: boolean }
  | { readonly kind: 'dotenv'; readonly path: string }
  | { readonly kind: 'stdout' }
  | { readonly kind: 'child'; readonly command: readonly [string, ...string[]] };

/** The surroundings that sinks work in. */
export interface SinkEnvironment
  extends StdoutOptions,
    Pick<ChildOptions, 'environment' | 'platform' | 'passSignals'> {
  /** Where relative paths begin. */
  readonly folder: string;
  readonly lockFolder: string;
  readonly clock: Clock;
}

/** Whose value a sink is for. */
interface SinkEntry {
  readonly id: string;
  readonly name: string;
}

/** The sink for what was typed; nothing is checked or opened yet but the way to a file. Throws `Failure`. */
export async function openSink(
  typed: SinkChoice,
  of: SinkEntry,
  place: SinkEnvironment,
): Promise<Sink> {
  const { folder } = place;
  switch (typed.kind) {
    case 'file': {
      const { overwrite } = typed;
      const how = { folder, follow: overwrite, what: 'file' } as const;
      const path = await resolvePath(typed.path, how);
      return fileSink({ kind: 'file', path, overwrite }, of.id);
    }
    case 'dotenv': {
      const path = await resolvePath(typed.path, { folder, follow: true, what: 'env file' });
      return dotenvSink({ kind: 'dotenv', path }, { ...of, ...place });
    }
    case 'stdout':
      return stdoutSink(place);
    case 'child':
      return childSink({ ...place, name: of.name, command: typed.command });
  }
}

/** The sink of an entry once more; undefined for one that does not come again. */
export function reopenSink(
  target: SinkTarget,
  of: SinkEntry,
  place: SinkEnvironment,
): FileSink | undefined {
  if (target.kind === 'file') return fileSink(target, of.id);
  if (target.kind === 'dotenv') return dotenvSink(target, { ...of, ...place });
  return undefined;
}
