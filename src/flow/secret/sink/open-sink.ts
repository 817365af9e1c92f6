import type { Clock } from '../../../base/time/clock.ts';
import type { SinkTarget } from '../journal-entry.ts';
import { type ChildOptions, childSink } from './child-sink.ts';
import { dotenvSink } from './dotenv-sink.ts';
import { fileSink } from './file-sink.ts';
import type { FileSink, Sink } from './sink.ts';
import { resolvePath } from './staged-file.ts';
import { type StdoutOptions, stdoutSink } from './stdout-sink.ts';

/** A sink as the command line names it. */
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
  readonly clock: Clock;
  /** Ends the wait for a file that another program changes. */
  readonly signal: AbortSignal;
}

/** Whose value a sink is for. */
interface SinkEntry {
  readonly id: string;
  readonly name: string;
}

/** The sink for a choice; nothing is checked or opened yet but the way to a file. Throws `Failure`. */
export async function openSink(
  choice: SinkChoice,
  entry: SinkEntry,
  environment: SinkEnvironment,
): Promise<Sink> {
  const { folder } = environment;
  switch (choice.kind) {
    case 'file': {
      const { overwrite } = choice;
      const path = await resolvePath(choice.path, { folder, follow: overwrite, what: 'file' });
      return fileSink({ kind: 'file', path, overwrite }, entry.id);
    }
    case 'dotenv': {
      const path = await resolvePath(choice.path, { folder, follow: true, what: 'env file' });
      return dotenvSink({ kind: 'dotenv', path }, { ...entry, ...environment });
    }
    case 'stdout':
      return stdoutSink(environment);
    case 'child':
      return childSink({ ...environment, name: entry.name, command: choice.command });
  }
}

/** The sink of an entry once more; undefined for one that does not come again. */
export function reopenSink(
  target: SinkTarget,
  entry: SinkEntry,
  environment: SinkEnvironment,
): FileSink | undefined {
  if (target.kind === 'file') return fileSink(target, entry.id);
  if (target.kind === 'dotenv') return dotenvSink(target, { ...entry, ...environment });
  return undefined;
}
