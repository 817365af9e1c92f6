import { Worker } from 'node:worker_threads';
import { entryFile } from '../../../base/disk/entry-file.ts';
import type { DeliverySearch } from '../search/delivery-search.ts';
import type { Statistics } from '../statistics/statistics.ts';

/** What the reader's thread is asked. */
export interface Questions extends Statistics {
  findByText: DeliverySearch['find'];
}

export interface ReaderQuestion {
  readonly number: number;
  readonly query: keyof Questions;
  readonly argument: Parameters<Questions[keyof Questions]>[0];
}

export interface ReaderAnswer {
  readonly number: number;
  readonly value?: unknown;
  /** The error's message, where the query failed. */
  readonly failed?: string;
  readonly outage?: boolean;
}

/** The reader thread could not answer because its database or the thread itself is away. */
export class ReaderGone extends Error {}

export interface Reader extends Questions {
  close(): Promise<void>;
}

const READER = { source: 'server/database/sqlite/reader-worker.ts', bundle: 'server-reader.cjs' };

/** Node 22 calls its SQLite experimental; it is the one such thing that the thread uses. */
const QUIETLY = ['--disable-warning=ExperimentalWarning'];

/** The thread that calculates statistics; it starts at the first question, and again once it ended. */
export function startReader(databasePath: string): Reader {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let worker: Worker | undefined;
  let asked = 0;
  let closed = false;

  function startWorker(): Worker {
    const started = new Worker(entryFile(READER), { workerData: databasePath, execArgv: QUIETLY });
    started.unref();
    started.on('message', (answer: ReaderAnswer) => settle(answer));
    started.on('error', () => {});
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      for (const waiting of open.values()) waiting.reject(new ReaderGone('the reader ended'));
      open.clear();
    });
    return started;
  }

  function settle({ number, value, failed, outage }: ReaderAnswer): void {
    const waiting = open.get(number);
    open.delete(number);
    if (failed === undefined) waiting?.resolve(value);
    else waiting?.reject(outage ? new ReaderGone(failed) : new Error(failed));
  }

  function ask(query: keyof Questions, argument: ReaderQuestion['argument']): Promise<unknown> {
    if (closed) return Promise.reject(new ReaderGone('the store is closed'));
    worker ??= startWorker();
    asked += 1;
    const waiting = Promise.withResolvers<unknown>();
    open.set(asked, waiting);
    const question: ReaderQuestion = { number: asked, query, argument };
    worker.postMessage(question);
    return waiting.promise;
  }

  return {
    jobNumbers: async (span) =>
      (await ask('jobNumbers', span)) as Awaited<ReturnType<Statistics['jobNumbers']>>,
    fleetNumbers: async (span) =>
      (await ask('fleetNumbers', span)) as Awaited<ReturnType<Statistics['fleetNumbers']>>,
    findByText: async (request) =>
      (await ask('findByText', request)) as Awaited<ReturnType<Questions['findByText']>>,
    close: async () => {
      closed = true;
      await worker?.terminate();
    },
  };
}
