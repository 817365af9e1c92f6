import { parentPort, workerData } from 'node:worker_threads';
import { isSqliteOutage } from './connection.ts';
import { openSqliteQuestions } from './dialect.ts';
import type { ReaderAnswer, ReaderQuestion } from './reader.ts';

/** Entry of the reader thread: answers the questions of `start-reader.ts`, one after the other. */
const questions = openSqliteQuestions(String(workerData));

async function answer({ number, query, argument }: ReaderQuestion): Promise<ReaderAnswer> {
  try {
    return { number, value: await questions[query](argument as never) };
  } catch (error) {
    return { number, failed: String(error), outage: isSqliteOutage(error) };
  }
}

parentPort?.on('message', async (question: ReaderQuestion) => {
  parentPort?.postMessage(await answer(question));
});
