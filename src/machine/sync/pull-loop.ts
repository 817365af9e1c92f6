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

/** Least pause after a sync that reported jobs only, so that frequent progress is sent in batches. */
const PUSH_GAP_MS = 100;

/** First pause after a long poll that returned at once with nothing new; it doubles. */
const EMPTY_PAUSE_MS = 250;

interface PullLoopOptions {
  readonly send: SendSync;
  readonly outbox: Outbox;
  /** Accepts commands and gives the number of new ones. */
  readonly receive: (commands: readonly ReceivedCommand[]) => number;
  /** Woken when there may be something to report. */
  readonly wakeSignal: WakeSignal;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: MachineLog;
  readonly waitSeconds: () => Promise<number>;
  /** Called with the response to each sync. */
  readonly onResponse: (response: ReceivedSync) => void;
  readonly signal: AbortSignal;
}

/**
 * Syncs until the signal aborts; rejects with `Failure` where the server rejects the token.
 *
 * There are two requests at a time. A push sends what is new, and the server responds at once. A
 * long poll sends nothing new, and the server holds it until there is a command. So a push never
 * waits for a long poll, and no long poll is ever aborted for a push, which could lose a response
 * with a command and would cost a connection each time. A command that both responses bring is
 * recognised by its id.
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
    const batch = await loop.outbox.collect({ always: false });
    if (batch === undefined) await loop.wakeSignal.wait(loop.signal);
    else await push(loop, batch);
  }
}

/** Sends a batch and repeats that until the server responds, each time with the newest state. */
async function push(loop: PullLoopOptions, first: SyncBatch): Promise<void> {
  let batch = first;
  for (let failures = 1; !loop.signal.aborted; failures += 1) {
    const request = { ...batch.request, wait_seconds: 0 };
    const refused = (status: number) => {
      if (status === 413) loop.outbox.shrink(batch);
    };
    const response = await sync(loop, request, failures, refused);
    if (response !== undefined) {
      loop.outbox.acknowledge(batch);
      loop.receive(response.commands);
      if (batch.results.length === 0) await pause(loop.clock, PUSH_GAP_MS, loop.signal);
      return;
    }
    batch = await loop.outbox.collect({ always: true });
  }
}

async function pollLoop(loop: PullLoopOptions): Promise<void> {
  let failures = 0;
  let emptyResponses = 0;
  while (!loop.signal.aborted) {
    const wait_seconds = await loop.waitSeconds();
    const sentAtMs = loop.clock.now();
    const response = await sync(
      loop,
      { ...loop.outbox.emptyRequest(), wait_seconds },
      failures + 1,
    );
    failures = response === undefined ? failures + 1 : 0;
    if (response === undefined) continue;
    const newCommands = loop.receive(response.commands);
    // The skills, the checks or the settings may have changed in the meantime.
    loop.wakeSignal.wake();
    const wasHeld = loop.clock.now() - sentAtMs >= EMPTY_PAUSE_MS;
    emptyResponses = wasHeld || newCommands > 0 ? 0 : emptyResponses + 1;
    if (emptyResponses > 0)
      await pause(loop.clock, emptyPauseMs(emptyResponses, response), loop.signal);
  }
}

/** The pause doubles up to the interval that the server asks for. */
function emptyPauseMs(emptyResponses: number, response: ReceivedSync): number {
  const doubled = EMPTY_PAUSE_MS * 2 ** Math.min(emptyResponses - 1, 20);
  return Math.max(EMPTY_PAUSE_MS, Math.min(doubled, response.next_sync_seconds * 1000));
}

/** One sync; where it failed and may be tried again, undefined after the pause until then. */
async function sync(
  loop: PullLoopOptions,
  request: SyncRequest,
  failures: number,
  refused?: (status: number) => void,
): Promise<ReceivedSync | undefined> {
  try {
    const response = await loop.send(request, loop.signal);
    loop.onResponse(response);
    return response;
  } catch (error) {
    if (loop.signal.aborted) return undefined;
    if (!(error instanceof SyncError)) throw error;
    if (error.facts.status === 401) throw tokenRejected();
    const { retryAfterMs, status } = error.facts;
    if (status !== undefined) refused?.(status);
    const waitMs = backoffMs({ failures, retryAfterMs, random: loop.random() });
    loop.log.write(`sync failed, next try in ${Math.round(waitMs / 100) / 10} s: ${error.message}`);
    await pause(loop.clock, waitMs, loop.signal);
    return undefined;
  }
}

function tokenRejected(): Failure {
  return new Failure('no_key', {
    code: 'invalid_machine_token',
    title: 'The server rejected the machine’s token',
    detail: 'The token is unknown, or the machine was disconnected.',
    advice: 'Pair the machine again and start it with the new token.',
    status: 401,
  });
}
