/**
 * How far a secret is that was asked for. `asking`: the request may be on its way. `asked`: the
 * service took it. `sealed`: the sealed bytes are written down. `opened`: they open. `delivering`:
 * the sink may have the value. `delivered`: it has, and the entry is about to be wiped, as
 * is a `dropped` one, whose value nobody gets.
 */
export const ENTRY_STATES = [
  'asking',
  'asked',
  'sealed',
  'opened',
  'delivering',
  'delivered',
  'dropped',
] as const;
type EntryState = (typeof ENTRY_STATES)[number];

/** `withdraw`: the sink surely has not got the value, so that it may be handed over again. */
export type EntryEvent = 'accept' | 'receive' | 'open' | 'hand_over' | 'withdraw' | 'finish';

/** Every move of an entry; an event without one must not happen. */
const MOVES: Readonly<Record<EntryState, Partial<Record<EntryEvent, EntryState>>>> = {
  asking: { accept: 'asked' },
  asked: { receive: 'sealed' },
  sealed: { open: 'opened' },
  opened: { hand_over: 'delivering' },
  delivering: { withdraw: 'opened', finish: 'delivered' },
  delivered: {},
  dropped: {},
};

/** The state after an event; undefined where the event must not happen in `state`. */
export function nextEntryState(state: EntryState, event: EntryEvent): EntryState | undefined {
  return MOVES[state][event];
}

/** Whether nothing is left to be done but to wipe the entry. */
export function isOver(state: EntryState): boolean {
  return state === 'delivered' || state === 'dropped';
}

/** Whether the value is still with the service or the machine, so that its time can run out. */
export function isUnclaimed(state: EntryState): boolean {
  return state === 'asking' || state === 'asked';
}
