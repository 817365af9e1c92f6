import { Worker } from 'node:worker_threads';
import { entryFile } from '../../../base/disk/entry-file.ts';
import type { DeliverySearch } from '../search/delivery-search.ts';
import type { Statistics } from '../statistics/statistics.ts';

/** The queries that the reader thread runs. */
export interface ReaderQueries extends Statistics {
  findByText: DeliverySearch['find'];
  /** Writes what is in the journal into the database. */
  checkpoint(): Promise<void>;
}

export interface ReaderRequest {
  readonly number: number;
  readonly query: keyof ReaderQueries;
  readonly argument?: Parameters<ReaderQueries[keyof ReaderQueries]>[0];
}

export interface ReaderResponse {
  readonly number: number;
  readonly value?: unknown;
  /** The error's message, where the query failed. */
  readonly failed?: string;
  readonly outage?: boolean;
}

/** The reader thread or its database is unavailable. */
export class ReaderUnavailable extends Error {}

interface Reader extends ReaderQueries {
  close(): Promise<void>;
}

const READER = { source: 'server/database/sqlite/reader-worker.ts', bundle: 'server-reader.cjs' };

/** Node 22 warns that its SQLite is experimental; the thread uses no other experimental feature. */
const EXEC_ARGV = ['--disable-warning=ExperimentalWarning'];

/** The thread for what takes long; it starts with the first query, and again after it ended. */
export function startReader(databasePath: string): Reader {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let worker: Worker | undefined;
  let sent = 0;
  let closed = false;

  function startWorker(): Worker {
    const started = new Worker(entryFile(READER), {
      workerData: databasePath,
      execArgv: EXEC_ARGV,
    });
    started.unref();
    started.on('message', (response: ReaderResponse) => settle(response));
    started.on('error', () => {});
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      for (const waiting of open.values())
        waiting.reject(new ReaderUnavailable('the reader thread ended'));
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

  function send(
    query: keyof ReaderQueries,
    argument?: ReaderRequest['argument'],
  ): Promise<unknown> {
    if (closed) return Promise.reject(new ReaderUnavailable('the store is closed'));
    worker ??= startWorker();
    sent += 1;
    const waiting = Promise.withResolvers<unknown>();
    open.set(sent, waiting);
    const request: ReaderRequest = { number: sent, query, argument };
    worker.postMessage(request);
    return waiting.promise;
  }

  return {
    jobStatistics: async (span) =>
      (await send('jobStatistics', span)) as Awaited<ReturnType<Statistics['jobStatistics']>>,
    fleetStatistics: async (span) =>
      (await send('fleetStatistics', span)) as Awaited<ReturnType<Statistics['fleetStatistics']>>,
    findByText: async (request) =>
      (await send('findByText', request)) as Awaited<ReturnType<ReaderQueries['findByText']>>,
    checkpoint: async () => void (await send('checkpoint')),
    close: async () => {
      closed = true;
      await worker?.terminate();
    },
  };
}
