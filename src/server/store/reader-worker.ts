import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteStatistics } from './sqlite.ts';
import { isSqliteOutage } from './sqlite-database.ts';
import type { ReaderAnswer, ReaderQuestion } from './start-reader.ts';

/** Entry of the reader thread: answers the questions of `start-reader.ts`, one after the other. */
const statistics = openSqliteStatistics(String(workerData));

async function answer({ number, query, argument }: ReaderQuestion): Promise<ReaderAnswer> {
  try {
    return { number, value: await statistics[query](argument) };
  } catch (error) {
    return { number, failed: String(error), outage: isSqliteOutage(error) };
  }
}

parentPort?.on('message', async (question: ReaderQuestion) => {
  parentPort?.postMessage(await answer(question));
});
