import type { TaskError } from './extension.ts';

const INTERNAL = -32603;

/** Any other id may be words of a service, which nothing labels here. */
const PLAIN_ID = /^[\w.~-]{1,200}$/;

/** What a client did to a task: it answered the question of the job, or cancelled the job. */
export type TaskAct = 'answer' | 'cancel';

const NOT_KNOWN: Readonly<Record<TaskAct, string>> = {
  answer: 'The answer may not have reached the job',
  cancel: 'The job may not have been cancelled',
};

/** The error of JSON-RPC for an answer that was surely not taken, as where there were too many requests. */
export function unsentAnswer(why: string): TaskError {
  const message = `The answer did not reach the job: ${why.replace(/\.$/, '')}.`;
  return { code: INTERNAL, message };
}

/**
 * The error of JSON-RPC for what a client did to a task and nobody knows whether it arrived: the client
 * must not take it as done, and reads which tool shows it. `why` is what went wrong.
 */
export function lostAct(
  act: TaskAct,
  job: string,
  why: string,
  data?: TaskError['data'],
): TaskError {
  const look = `Look it up with get_job${PLAIN_ID.test(job) ? ` and ${JSON.stringify({ job })}` : ''}.`;
  const message = `${NOT_KNOWN[act]}: ${why.replace(/\.$/, '')}. ${look}`;
  return { code: INTERNAL, message, ...(data === undefined ? {} : { data }) };
}
