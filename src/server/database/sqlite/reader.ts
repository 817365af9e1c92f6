import { Worker } from 'node:worker_threads';
import { entryFile } from '../../../base/disk/entry-file.ts';
import type { DeliverySearch } from '../search/delivery-search.ts';
import type { Statistics } from '../statistics/statistics.ts';

/** What the reader's thread is asked. */
export interface ReaderQueries extends Statistics {
  findByText: DeliverySearch['find'];
}

export interface ReaderRequest {
  readonly number: number;
  readonly query: keyof ReaderQueries;
  readonly argument: Parameters<ReaderQueries[keyof ReaderQueries]>[0];
}

export interface ReaderResponse {
  readonly number: number;
  readonly value?: unknown;
  /** The error's message, where the query failed. */
  readonly failed?: string;
  readonly outage?: boolean;
}

/** The reader thread could not answer because its database or the thread itself is away. */
export class ReaderUnavailable extends Error {}

interface Reader extends ReaderQueries {
  close(): Promise<void>;
}

const READER = { source: 'server/database/sqlite/reader-worker.ts', bundle: 'server-reader.cjs' };

/** Node 22 calls its SQLite experimental; it is the one such thing that the thread uses. */
const EXEC_ARGV = ['--disable-warning=ExperimentalWarning'];

/** The thread that calculates statistics; it starts at the first question, and again once it ended. */
export function startReader(databasePath: string): Reader {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let worker: Worker | undefined;
  let asked = 0;
  let closed = false;

  function startWorker(): Worker {
    const started = new Worker(entryFile(READER), {
      workerData: databasePath,
      execArgv: EXEC_ARGV,
    });
    started.unref();
    started.on('message', (answer: ReaderResponse) => settle(answer));
    started.on('error', () => {});
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      for (const waiting of open.values())
        waiting.reject(new ReaderUnavailable('the reader ended'));
      open.clear();
    });
    return started;
  }

  function settle({ number, value, failed, outage }: ReaderResponse): void {
    const waiting = open.get(number);
    open.delete(number);
    if (failed === undefined) waiting?.resolve(value);
    else waiting?.reject(outage ? new ReaderUnavailable(failed) : new Error(failed));
  }

  function ask(query: keyof ReaderQueries, argument: ReaderRequest['argument']): Promise<unknown> {
    if (closed) return Promise.reject(new ReaderUnavailable('the store is closed'));
    worker ??= startWorker();
    asked += 1;
    const waiting = Promise.withResolvers<unknown>();
    open.set(asked, waiting);
    const question: ReaderRequest = { number: asked, query, argument };
    worker.postMessage(question);
    return waiting.promise;
  }

  return {
    jobNumbers: async (span) =>
      (await ask('jobNumbers', span)) as Awaited<ReturnType<Statistics['jobNumbers']>>,
    fleetNumbers: async (span) =>
      (await ask('fleetNumbers', span)) as Awaited<ReturnType<Statistics['fleetNumbers']>>,
    findByText: async (request) =>
      (await ask('findByText', request)) as Awaited<ReturnType<ReaderQueries['findByText']>>,
    close: async () => {
      closed = true;
      await worker?.terminate();
    },
  };
}
