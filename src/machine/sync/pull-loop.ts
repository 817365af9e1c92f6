import type { Clock } from '../../base/time/clock.ts';
import { pause } from '../../base/time/pause.ts';
import { Failure } from '../../contract/failure.ts';
import type { SyncRequest } from '../../contract/sync.ts';
import type { MachineLog } from '../machine-log.ts';
import { backoffMs } from './backoff.ts';
import type { Outbox, SyncBatch } from './outbox.ts';
import { type SendSync, SyncError } from './send-sync.ts';
import type { ReceivedCommand, ReceivedSync } from './sync-response.ts';
import type { WakeSignal } from './wake-signal.ts';

/** Least time after a sync that told of jobs only, so that chatty progress goes in bundles. */
const PUSH_GAP_MS = 100;

/** First pause after a sync that was to be held and came back at once with nothing new; it doubles. */
const EMPTY_PAUSE_MS = 250;

export interface PullLoopOptions {
  readonly send: SendSync;
  readonly outbox: Outbox;
  /** Takes commands and says how many of them are new. */
  readonly receive: (commands: readonly ReceivedCommand[]) => number;
  /** Rung when there may be something to tell. */
  readonly bell: WakeSignal;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: MachineLog;
  readonly waitSeconds: () => Promise<number>;
  /** Called after each answered sync. */
  readonly answered: (answer: ReceivedSync) => void;
  readonly signal: AbortSignal;
}

/**
 * Syncs until the signal aborts; rejects with a `Failure` when the server does not take the token.
 *
 * Two requests share the work. One tells: it carries news, is answered at once and is sent only
 * when there is news, one after the other. One listens: it carries no news and is held by the
 * server. So news never waits for a held request, and no held request is ever thrown away, which
 * could lose the answer that was just on its way with a command and costs a connection each time.
 * A command that both bring home is known by its id.
 */
export async function pullLoop(options: PullLoopOptions): Promise<void> {
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const loop = { ...options, signal };
  try {
    await push(loop, await options.outbox.collect({ always: true }));
    await Promise.all([pushLoop(loop), pollLoop(loop)]);
  } finally {
    ended.abort();
  }
}

async function pushLoop(loop: PullLoopOptions): Promise<void> {
  while (!loop.signal.aborted) {
    const news = await loop.outbox.collect({ always: false });
    if (news === null) await loop.bell.wait(loop.signal);
    else await push(loop, news);
  }
}

/** Sends news, again and again until it is answered: always the newest there is. */
async function push(loop: PullLoopOptions, first: SyncBatch): Promise<void> {
  let news = first;
  for (let failures = 1; !loop.signal.aborted; failures += 1) {
    const answer = await sync(loop, { ...news.request, wait_seconds: 0 }, failures);
    if (answer !== null) {
      loop.outbox.acknowledge(news);
      loop.receive(answer.commands);
      if (news.results.length === 0) await pause(loop.clock, PUSH_GAP_MS, loop.signal);
      return;
    }
    news = await loop.outbox.collect({ always: true });
  }
}

async function pollLoop(loop: PullLoopOptions): Promise<void> {
  let failures = 0;
  let emptyAnswers = 0;
  while (!loop.signal.aborted) {
    const wait_seconds = await loop.waitSeconds();
    const askedAt = loop.clock.now();
    const answer = await sync(loop, { ...loop.outbox.nothing(), wait_seconds }, failures + 1);
    failures = answer === null ? failures + 1 : 0;
    if (answer === null) continue;
    const news = loop.receive(answer.commands);
    // The skills, the checks or the settings may have changed meanwhile.
    loop.bell.ring();
    const held = loop.clock.now() - askedAt >= EMPTY_PAUSE_MS;
    emptyAnswers = held || news > 0 ? 0 : emptyAnswers + 1;
    if (emptyAnswers > 0) await pause(loop.clock, emptyPauseMs(emptyAnswers, answer), loop.signal);
  }
}

/** A server that does not hold requests is asked as often as it wishes at the latest. */
function emptyPauseMs(emptyAnswers: number, answer: ReceivedSync): number {
  const doubled = EMPTY_PAUSE_MS * 2 ** Math.min(emptyAnswers - 1, 20);
  return Math.max(EMPTY_PAUSE_MS, Math.min(doubled, answer.next_sync_seconds * 1000));
}

/** One sync; null, after the pause that is due, where it failed in a way that may pass. */
async function sync(
  loop: PullLoopOptions,
  request: SyncRequest,
  failures: number,
): Promise<ReceivedSync | null> {
  try {
    const answer = await loop.send(request, loop.signal);
    loop.answered(answer);
    return answer;
  } catch (error) {
    if (loop.signal.aborted) return null;
    if (!(error instanceof SyncError)) throw error;
    if (error.facts.status === 401) throw tokenRefused();
    const { retryAfterMs } = error.facts;
    const waitMs = backoffMs({ failures, retryAfterMs, random: loop.random() });
    loop.log.write(`sync failed, next try in ${Math.round(waitMs / 100) / 10} s: ${error.message}`);
    await pause(loop.clock, waitMs, loop.signal);
    return null;
  }
}

function tokenRefused(): Failure {
  return new Failure('no_key', {
    code: 'invalid_machine_token',
    title: 'The server does not take this machine’s token',
    detail: 'The token is unknown, or the machine was disconnected.',
    advice: 'Pair the machine again and start it with the new token.',
    status: 401,
  });
}
