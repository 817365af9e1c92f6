import { pause } from '../../base/time/pause.ts';
import { hasReached } from '../../flow/live/list-changes.ts';
import { type ListLook, lookAtList } from '../../flow/live/look-at-list.ts';
import { poll } from '../../flow/poll.ts';
import { endableLong } from '../../terminal/endable.ts';
import { formatName } from '../../terminal/print-options.ts';
import { canRedraw } from '../../terminal/terminal.ts';
import { EXIT_CODE } from '../operation/outcome.ts';
import type { ParsedCall } from '../operation/read-call.ts';
import { operationRun } from '../operation/send-context.ts';
import type { Runtime } from '../runtime.ts';
import { NOT_ANSWERING } from '../service-client.ts';
import { changeLines } from './change-lines.ts';
import { drawnList } from './drawn-list.ts';
import type { ListView } from './list-view.ts';

interface ListWatch {
  readonly looks: readonly ListLook[];
  /** The state that ends it. */
  readonly until: string | undefined;
  readonly everyMs: number;
  readonly timeoutMs: number | undefined;
}

/** Longer than anybody looks, where no time was given. */
const WITHOUT_LIMIT_MS = 365 * 86_400_000;

/**
 * Looks at a list again and again and shows what it is, or what has changed. A broken connection is
 * waited out, and Ctrl-C ends the process itself, however large the list: nothing that acts is on its
 * way. Gives 0 when the state is reached and 8 when the time is over; throws `Failure`, also where the
 * service does not answer then: nobody knows whether the state was reached; and for a skill that is unknown.
 */
export function watchList(call: ParsedCall, runtime: Runtime, watch: ListWatch): Promise<number> {
  return endableLong(() => lookUntil(call, runtime, watch));
}

async function lookUntil(
  call: ParsedCall,
  runtime: Runtime,
  { everyMs, looks, timeoutMs = WITHOUT_LIMIT_MS, until }: ListWatch,
): Promise<number> {
  const run = { ...operationRun({ call, runtime }), operationClass: 'read' };
  const { clock, signal } = run;
  const isDrawn =
    formatName(call.flags, runtime) === 'table' && runtime.stdout.isTerminal && canRedraw(runtime);
  const view: ListView = isDrawn ? drawnList(call, runtime) : changeLines(call, runtime);
  const deadlineMs = clock.now() + timeoutMs;
  // Without a reader of stdout the program ends with this code: the state is not reached then.
  if (until !== undefined) process.exitCode = EXIT_CODE.still_pending;
  let lastMiss: unknown;
  let isFirst = true;
  let wasIdle = false;
  let isTold = isDrawn || call.flags['quiet'] === true;
  const look = () =>
    lookAtList(run, looks).catch((error: unknown) => {
      lastMiss = error;
      view.missed();
      throw error;
    });
  const missed = async (): Promise<void> => {
    if (!isDrawn && call.flags['quiet'] !== true) await runtime.stderr.write(`${NOT_ANSWERING}\n`);
  };
  try {
    for (;;) {
      const startedAt = clock.now();
      const options = { clock, deadlineMs, signal, longestDelayMs: everyMs };
      const list = await poll(options, look, missed);
      if (list === undefined) throw lastMiss;
      if (isFirst && list.rows.length === 0) {
        const { refuseUnknownSkill } = await import('./unknown-skill.ts');
        await refuseUnknownSkill(run.client, call.input);
      }
      if (list.isBusyPart && !isTold) {
        isTold = true;
        await runtime.stderr.write(`There are more: the first ${list.rows.length} are watched.\n`);
      }
      isFirst = false;
      await view.show(list);
      const isReached = until !== undefined && hasReached(until, list.rows);
      // Several questions show no one moment: that nothing is under way is sure once it is seen twice.
      const isSure = until !== 'idle' || looks.length === 1 || wasIdle;
      if (isReached && (isSure || clock.now() >= deadlineMs)) return 0;
      wasIdle = isReached;
      if (isReached) continue;
      const nextAt = Math.max(clock.now(), startedAt + everyMs);
      if (nextAt >= deadlineMs) return EXIT_CODE.still_pending;
      await pause(clock, nextAt - clock.now());
    }
  } catch (error) {
    const { withMeantName } = await import('../names/suggest-name.ts');
    throw await withMeantName(error, { input: call.input, reader: call.operation.reader }, runtime);
  } finally {
    view.stop();
    await run.client.close();
  }
}
