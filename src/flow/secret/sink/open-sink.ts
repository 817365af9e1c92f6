import type { Clock } from '../../../base/time/clock.ts';
import type { SinkTarget } from '../journal-entry.ts';
import { type ChildOptions, childSink } from './child-sink.ts';
import { dotenvSink } from './dotenv-sink.ts';
import { newFileSink } from './file-sink.ts';
import type { PlacingSink, Sink } from './sink.ts';
import { resolvePlace } from './staged-file.ts';
import { type StdoutOptions, stdoutSink } from './stdout-sink.ts';

/** A sink as it was typed. */
export type TypedSink =
  | { readonly kind: 'file'; readonly path: string; readonly overwrite: boolean }
  | { readonly kind: 'dotenv'; readonly path: string }
  | { readonly kind: 'stdout' }
  | { readonly kind: 'child'; readonly command: readonly [string, ...string[]] };

/** The surroundings that sinks work in. */
export interface SinkPlace
  extends StdoutOptions,
    Pick<ChildOptions, 'environment' | 'platform' | 'passSignals'> {
  /** Where relative paths begin. */
  readonly folder: string;
  readonly lockFolder: string;
  readonly clock: Clock;
}

/** Whose value a sink is for. */
export interface SinkOf {
  readonly id: string;
  readonly name: string;
}

/** The sink for what was typed; nothing is checked or opened yet but the way to a file. Throws `Failure`. */
export async function openSink(typed: TypedSink, of: SinkOf, place: SinkPlace): Promise<Sink> {
  const { folder } = place;
  switch (typed.kind) {
    case 'file': {
      const { overwrite } = typed;
      const how = { folder, follow: overwrite, flag: '--file' };
      const path = await resolvePlace(typed.path, how);
      return newFileSink({ kind: 'file', path, overwrite }, of.id);
    }
    case 'dotenv': {
      const path = await resolvePlace(typed.path, { folder, follow: true, flag: '--dotenv' });
      return dotenvSink({ kind: 'dotenv', path }, { ...of, ...place });
    }
    case 'stdout':
      return stdoutSink(place);
    case 'child':
      return childSink({ ...place, name: of.name, command: typed.command });
  }
}

/** The sink of an entry once more; undefined for one that does not come again. */
export function sinkAgain(
  target: SinkTarget,
  of: SinkOf,
  place: SinkPlace,
): PlacingSink | undefined {
  if (target.kind === 'file') return newFileSink(target, of.id);
  if (target.kind === 'dotenv') return dotenvSink(target, { ...of, ...place });
  return undefined;
}
