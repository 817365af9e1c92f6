import type { CatalogueCacheKey } from '../../client/catalogue/cache.ts';
import { ID_KINDS, LAST } from '../../contract/id-kind.ts';
import {
  type KeptName,
  type KeptNames,
  NAME_KINDS,
  type NameKind,
} from '../../contract/kept-name.ts';
import { readProfiles } from '../../profile/profiles.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { relativeTime } from '../../render/time.ts';
import { skillsOf, stillKept } from '../names/known-names.ts';
import { readNames } from '../names/names-file.ts';
import type { Runtime } from '../runtime.ts';
import type { Candidate } from './complete.ts';
import type { TypedLine } from './typed-line.ts';

/** The word that is completed, and what is known of it. */
interface LiveWord {
  /** A property, an argument or a flag. */
  readonly wanted: string;
  readonly line: TypedLine;
  readonly begun: string;
  /** Undefined where no service and key are known. */
  readonly cache: CatalogueCacheKey | undefined;
  readonly runtime: Runtime;
}

/** They work on a database or a folder, and not with the service of the profile. */
const WITHOUT_SERVICE: ReadonlySet<string | undefined> = new Set(['admin', 'machine', 'serve']);

/** What a word can become by the answers of the last ten minutes, and by the profiles. */
export async function liveNames(word: LiveWord): Promise<readonly Candidate[]> {
  const { begun, cache, line, runtime, wanted } = word;
  if (wanted === 'profile') return profiles(runtime);
  if (WITHOUT_SERVICE.has(line.path[0])) return [];
  if (wanted === 'type') return commandTypes(line.operation?.name);
  if (wanted === 'id' && line.path[0] === 'secret') {
    const { openEntries } = await import('./open-entries.ts');
    return openEntries(runtime);
  }
  if (wanted === 'until') return watchedStates(line);
  if (cache === undefined) return [];
  const now = runtime.clock.now();
  const kept = stillKept(readNames(cache).kept, now);
  switch (wanted) {
    case 'columns':
    case 'sort-by':
      return columns(kept, line.operation?.name, wanted === 'columns' ? begun : '');
    case 'where':
      return conditions(kept);
    case 'option':
    case 'options':
      return answers(kept, line);
    default: {
      const kind = NAME_KINDS.find((each) => each === wanted);
      return kind === undefined ? [] : things(kind, { kept, line, begun, now });
    }
  }
}

function profiles(runtime: Runtime): readonly Candidate[] {
  try {
    return readProfiles(runtime).map(({ base_url, name }) => ({ value: name, about: base_url }));
  } catch {
    return [];
  }
}

/** The states of the list that is watched, which is the inbox where no other is named. */
async function watchedStates({ path, places }: TypedLine): Promise<readonly Candidate[]> {
  if (path[0] !== 'watch') return [];
  const { LISTS } = await import('../watch/lists.ts');
  return (LISTS[places[0] ?? 'inbox']?.states ?? []).map(plain);
}

async function commandTypes(operation: string | undefined): Promise<readonly Candidate[]> {
  const { COMMAND_TYPES, PROTOCOL_COMMANDS } = await import('../../contract/command-type.ts');
  if (operation === 'send_command') return Object.keys(PROTOCOL_COMMANDS).map(plain);
  return operation === 'list_commands' ? Object.keys(COMMAND_TYPES).map(plain) : [];
}

/** Columns are a list in one word; the last of it is completed. */
function columns(
  kept: KeptNames,
  operation: string | undefined,
  begun: string,
): readonly Candidate[] {
  const before = begun.slice(0, begun.lastIndexOf(',') + 1);
  const named = before.split(',');
  const all = operation === undefined ? [] : (kept.columns[operation]?.names ?? []);
  return all.filter((name) => !named.includes(name)).map((name) => plain(`${before}${name}`));
}

function conditions({ names: { machine = [] } }: KeptNames): readonly Candidate[] {
  const words = machine.flatMap(({ about, state }) => [
    ...(state === undefined ? [] : [`status=${state}`]),
    ...(about === undefined ? [] : [`mode=${about}`]),
  ]);
  return [...new Set(words)].sort().map(plain);
}

/** What the question of the job offers, without what was picked already. */
function answers({ names: { job = [] } }: KeptNames, line: TypedLine): readonly Candidate[] {
  const [first, ...picked] = line.places;
  const id = line.given.get('job') ?? first;
  const options = job.find((each) => each.id === id)?.options ?? [];
  return options.filter((option) => !picked.includes(option)).map(plain);
}

interface Looked {
  readonly kept: KeptNames;
  readonly line: TypedLine;
  readonly begun: string;
  readonly now: number;
}

function things(kind: NameKind, { begun, kept, line, now }: Looked): readonly Candidate[] {
  const { names } = kept;
  switch (kind) {
    case 'machine':
      return machines(names.machine ?? [], line, begun);
    case 'skill': {
      const found = skillsOf(names, line.given.get('machine') ?? machineIn(line));
      return found.map(({ about, id }) => ({ value: id, about: clean(about) }));
    }
    case 'channel':
    case 'issue':
      return (names[kind] ?? []).map((each) => ({
        value: kind === 'issue' ? (each.name ?? each.id) : each.id,
        about: described(kind === 'issue' ? each : { ...each, about: each.name }, now),
      }));
    default: {
      // There it is the machine's own id of the job.
      if (kind === 'job' && line.operation?.name === 'list_deliveries') return [];
      const isLast = begun.startsWith('@') && ID_KINDS.some((each) => each === kind);
      if (isLast) return [{ value: LAST, about: `the newest ${kind} that was seen` }];
      return (names[kind] ?? [])
        .filter(({ state }) => isFor(line, state))
        .toSorted((left, right) => (right.atMs ?? 0) - (left.atMs ?? 0))
        .map((each) => ({ value: each.id, about: described(each, now) }));
    }
  }
}

/** The word in the place of the machine, where the command has one. */
function machineIn({ order, places }: TypedLine): string | undefined {
  const at = order.indexOf('machine');
  return at === -1 ? undefined : places[at];
}

/** By their names; by their ids where no name begins so, or where one name is that of several. */
function machines(
  all: readonly KeptName[],
  { places }: TypedLine,
  begun: string,
): readonly Candidate[] {
  const left = all.filter(({ id, name = id }) => !places.includes(name) && !places.includes(id));
  const counts = new Map<string, number>();
  for (const { name } of left) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isPlain = (name: string) => counts.get(name) === 1 && /^[\w.-]+$/.test(name);
  const isById = begun !== '' && !left.some(({ name = '' }) => name.startsWith(begun));
  return left
    .map(({ about, id, name = '', state }) => ({
      value: !isById && isPlain(name) ? name : id,
      about: joined(!isById && isPlain(name) ? '' : name, state, about),
    }))
    .sort((one, other) => (one.value < other.value ? -1 : 1));
}

interface Described {
  readonly state?: string | undefined;
  readonly about?: string | undefined;
  readonly atMs?: number | undefined;
}

const ENDED: ReadonlySet<string> = new Set(['done', 'failed', 'cancelled']);

/** Whether something in this state is what the command is for. */
function isFor({ operation, path }: TypedLine, state = ''): boolean {
  const name = operation?.name ?? path.join(':');
  if (name === 'answer_job' || name === 'job:answer') return state === 'needs_input';
  if (name === 'cancel_job') return !ENDED.has(state);
  return name === 'dismiss_alert' ? state === 'open' : true;
}

function described({ about, atMs, state }: Described, now: number): string {
  return joined(
    state?.replaceAll('_', ' '),
    about,
    atMs === undefined ? '' : relativeTime(atMs, now),
  );
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.map(clean).filter(Boolean).join(' · ');
}

function clean(text = ''): string {
  return sanitiseLine(text);
}

function plain(value: string): Candidate {
  return { value, about: '' };
}
