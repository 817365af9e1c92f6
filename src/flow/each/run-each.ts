import { messageOf } from '../../base/errors.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { FleetResponse } from '../../client/response.ts';
import { Failure, interruptedFailure } from '../../contract/failure.ts';
import type { FollowObserver } from '../follow-progress.ts';
import { type OperationEnd, type OperationRun, runOperation } from '../run-operation.ts';
import { createPace } from './pace.ts';
import type { SelectedMachine } from './select-machines.ts';
import { type WasSent, type Watching, watchClient } from './watched-client.ts';

/** What became of one machine. */
export interface TargetResult {
  readonly target: SelectedMachine;
  readonly sent: WasSent;
  /** The first response, where one came. */
  readonly response: FleetResponse | undefined;
  /** How it ended, or why it did not. */
  readonly ended: OperationEnd | Failure;
}

export interface EachRun extends Omit<OperationRun, 'observe' | 'seen' | 'signal'> {
  readonly targets: readonly SelectedMachine[];
  /** How many machines at the same time. */
  readonly parallel: number;
  readonly signal: AbortSignal;
  /** Gets each wait that the service asked for. */
  readonly waits?: (waitMs: number) => void;
  /** Sees what changes while a machine's work is followed. */
  readonly observeTarget?: (target: SelectedMachine) => FollowObserver;
}

/** A response is still waited for so long after an interruption, which a person does not notice. */
const GRACE_MS = 150;

/**
 * Sends an operation once to each machine, `parallel` at a time, and gives what became of each as it
 * ends. After an interruption, and where the caller takes no more, nothing further is sent; what was not
 * sent is given as such. Never throws.
 */
export async function* runEach(each: EachRun): AsyncGenerator<TargetResult, void, undefined> {
  const stop = new AbortController();
  const signal = AbortSignal.any([each.signal, stop.signal]);
  const sending = graceSignal(each.clock, signal);
  const pace = createPace(each.clock);
  const watching = { pace, signal, sendingSignal: sending.signal, waits: each.waits };
  const waiting = each.targets[Symbol.iterator]();
  const underWay = new Map<string, Promise<TargetResult>>();
  const startNext = (): void => {
    if (signal.aborted) return;
    const { done, value: target } = waiting.next();
    if (done !== true) underWay.set(target.id, sendTo(target, each, watching));
  };
  try {
    for (let count = 0; count < each.parallel; count += 1) startNext();
    while (underWay.size > 0) {
      const result = await Promise.race(underWay.values());
      underWay.delete(result.target.id);
      startNext();
      yield result;
    }
    yield* unsent(waiting);
  } finally {
    stop.abort(interruptedFailure());
    await Promise.all(underWay.values());
    sending.end();
  }
}

async function sendTo(
  target: SelectedMachine,
  each: EachRun,
  watching: Watching,
): Promise<TargetResult> {
  const { client, input, observeTarget, parallel: _, targets: __, ...run } = each;
  const watched = watchClient(client, watching);
  try {
    const ended = await runOperation({
      ...run,
      client: watched.client,
      input: { ...input, machine: target.id },
      signal: watching.signal,
      ...(observeTarget === undefined ? {} : { observe: observeTarget(target) }),
    });
    return { target, sent: watched.sent(), response: watched.response(), ended };
  } catch (error) {
    const ended = asFailure(error);
    // A response that is not about what was sent does not tell whether that ran; one that names its command does.
    const isOther =
      ended.kind === 'not_the_service' && ended.facts.extra?.['command_id'] === undefined;
    const sent = isOther && watched.sent() === 'yes' ? 'unknown' : watched.sent();
    return { target, sent, response: watched.response(), ended };
  }
}

/** There may be very many of them, and a person waits for the end: nothing is begun for them. */
function* unsent(targets: Iterable<SelectedMachine>): Generator<TargetResult, void, undefined> {
  const ended = interruptedFailure({ wasSent: false });
  for (const target of targets) yield { target, sent: 'no', response: undefined, ended };
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const facts = { code: 'local', title: 'Unexpected failure', detail: messageOf(error) };
  return new Failure('local', facts, { cause: error });
}

/** Aborts some time after `signal` does. */
function graceSignal(clock: Clock, signal: AbortSignal) {
  const controller = new AbortController();
  let cancel: (() => void) | undefined;
  const begin = (): void => {
    cancel = clock.after(GRACE_MS, () => controller.abort(signal.reason));
  };
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  return {
    signal: controller.signal,
    end() {
      signal.removeEventListener('abort', begin);
      cancel?.();
    },
  };
}
