import { parentPort, workerData } from 'node:worker_threads';
import { isSqliteOutage } from './connection.ts';
import { openReaderQueries } from './dialect.ts';
import type { ReaderRequest, ReaderResponse } from './reader.ts';

/** Entry of the reader thread: runs the queries that `reader.ts` sends, one after the other. */
const queries = openReaderQueries(String(workerData));

async function respond({ number, query, argument }: ReaderRequest): Promise<ReaderResponse> {
  try {
    return { number, value: await queries[query](argument as never) };
  } catch (error) {
    return { number, failed: String(error), outage: isSqliteOutage(error) };
  }
}

parentPort?.on('message', async (request: ReaderRequest) => {
  parentPort?.postMessage(await respond(request));
});
