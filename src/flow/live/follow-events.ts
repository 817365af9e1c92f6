import type { FollowTarget } from '../../contract/pending-target.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import type { AddedOutput } from './join-output.ts';
import type { OutputStream } from './watch-output.ts';

/** A line of `-o jsonl` while something is followed. Its texts come from the service: they are data. */
export type FollowEvent = Readonly<Record<string, unknown>> & {
  readonly event: 'state' | 'progress' | 'output' | 'question' | 'end';
};

/** What was seen of a job or command, as far as events tell of its changes. */
interface Seen {
  readonly state: string;
  readonly progress: string;
  readonly question: string;
  /** Of this look-up, and of the one before: the next one may be answered by a server that is behind. */
  readonly updates: ReadonlySet<string>;
  readonly earlierUpdates: ReadonlySet<string>;
}

const NO_UPDATES = { updates: new Set<string>(), earlierUpdates: new Set<string>() };

/**
 * Makes the events of a series of look-ups: what has changed since the one before, and everything for
 * the first. One for each thing that is followed.
 */
export function followEvents(target: FollowTarget) {
  const about = { [target.kind === 'job' ? 'job' : 'command']: target.id };
  let before: Seen = { state: '', progress: '', question: '', ...NO_UPDATES };
  return (record: unknown): readonly FollowEvent[] => {
    const [now, events] = compared(record, before);
    before = now;
    return events.map(({ event, ...more }) => ({ event, ...about, ...more }) as FollowEvent);
  };
}

/** New output as an event. */
export function outputEvent(job: string, stream: OutputStream, added: AddedOutput): FollowEvent {
  return { event: 'output', job, stream, text: added.text, gap: added.isGap };
}

function compared(record: unknown, before: Seen): readonly [Seen, readonly FollowEvent[]] {
  const events: FollowEvent[] = [];
  const state = given(record, ['state', 'status', 'outcome']);
  const now: Seen = {
    state: JSON.stringify(state),
    progress: JSON.stringify(progressOf(record)),
    question: JSON.stringify(questionOf(record)),
    updates: new Set(updatesOf(record).map((each) => JSON.stringify(each))),
    earlierUpdates: before.updates,
  };
  if (now.state !== before.state) events.push({ event: 'state', ...state });
  const known = new Set([...before.updates, ...before.earlierUpdates]);
  const fresh = updatesOf(record).filter((each) => !known.has(JSON.stringify(each)));
  const told = now.progress === before.progress ? {} : progressOf(record);
  // The last message stands in both places.
  const both = fresh.findLast(
    (each) => 'message' in told && textOf(each, 'message') === told['message'],
  );
  for (const each of fresh) {
    const more = each === both ? told : {};
    events.push({ event: 'progress', ...given(each, ['at', 'message']), ...more });
  }
  if (both === undefined && Object.keys(told).length > 0) {
    events.push({ event: 'progress', ...told });
  }
  if (now.question !== before.question && questionOf(record) !== null) {
    events.push({ event: 'question', question: questionOf(record) });
  }
  return [now, events];
}

function progressOf(record: unknown): Readonly<Record<string, unknown>> {
  return given(memberOf(record, 'progress'), ['percent', 'step', 'message']);
}

/** The question of a job that waits; an answered one may stay in the record. */
function questionOf(record: unknown): unknown {
  const state = textOf(record, 'state') ?? textOf(record, 'status');
  const waits = state === 'needs_input' || state === 'waiting';
  return waits ? (memberOf(record, 'question') ?? null) : null;
}

function updatesOf(record: unknown): readonly unknown[] {
  const updates = memberOf(memberOf(record, 'progress'), 'recent_updates');
  return Array.isArray(updates) ? updates : [];
}

/** The members that are there and not null. */
function given(record: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
  const entries = names.map((name): [string, unknown] => [name, memberOf(record, name) ?? null]);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}
