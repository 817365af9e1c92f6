import { type JsonObject, membersOf } from '../../base/json/object.ts';
import { Failure } from '../../contract/failure.ts';
import { isRecordOf } from '../../contract/pending-target.ts';
import { memberOf, recordIn, textOf } from '../../contract/response-member.ts';
import type { TaskName } from '../../contract/task/task-id.ts';
import { failureResult } from '../tools/error-result.ts';
import type { CallContext } from '../tools/tool-call.ts';
import { parameterHeaders } from '../upstream/mcp-headers.ts';
import { isLimitFailure, responseFailure } from '../upstream/response-failure.ts';

/** What one look at the service gave. */
export type Look =
  | { readonly kind: 'seen'; readonly record: unknown; readonly result: JsonObject }
  /** The job or command is not there, or is no longer kept. */
  | { readonly kind: 'gone'; readonly hasNoTasks?: boolean }
  /** The service says no, and will say it again. */
  | { readonly kind: 'refused'; readonly result: JsonObject }
  /** Nothing was learned now. */
  | { readonly kind: 'away'; readonly retryAfterMs: number };

const GONE: ReadonlySet<string> = new Set(['unknown_job', 'unknown_command', 'not_found']);
/** A refusal that passes: another key may be stored, the limit ends. */
const PASSING: readonly number[] = [401, 408, 429];

/** Looks a job or command up, holding the request for a command up to `waitSeconds`. Never throws `Failure`. */
export async function lookUp(
  context: Pick<CallContext, 'hosted' | 'tools'>,
  { id, kind }: Pick<TaskName, 'id' | 'kind'>,
  waitSeconds = 0,
): Promise<Look> {
  const isJob = kind === 'job';
  const wait = isJob || waitSeconds === 0 ? {} : { wait_seconds: waitSeconds };
  const call = isJob
    ? { name: 'get_job', args: { job: id } }
    : { name: 'get_command', args: { command: id, ...wait } };
  const look = await readWith(context, { ...call, waitSeconds });
  if (look.kind !== 'seen') return look;
  const record = recordIn(look.record, kind);
  return isRecordOf(record, id) ? { ...look, record } : { kind: 'away', retryAfterMs: 0 };
}

/** A page of jobs, newest first; `cursor` names the one after an earlier page. */
export interface JobPage {
  readonly jobs: readonly unknown[];
  readonly next: string | undefined;
}

const PAGE_JOBS = 100;

/** Looks at a page of a hundred jobs at once; gives what came instead where there is none. */
export async function lookAtPage(
  context: Pick<CallContext, 'hosted' | 'tools'>,
  cursor: string | undefined,
): Promise<JobPage | Exclude<Look, { readonly kind: 'seen' }>> {
  const args = { limit: PAGE_JOBS, ...(cursor === undefined ? {} : { before: cursor }) };
  const look = await readWith(context, { name: 'list_jobs', args, waitSeconds: 0 });
  if (look.kind !== 'seen') return look;
  const jobs = memberOf(look.record, 'jobs');
  return {
    jobs: Array.isArray(jobs) ? jobs : [],
    next: textOf(look.record, 'next_before'),
  };
}

interface Read {
  readonly name: string;
  readonly args: JsonObject;
  readonly waitSeconds: number;
}

/** Calls a tool that reads, and gives what came of it. Never throws `Failure`. */
export async function readWith(
  { hosted, tools }: Pick<CallContext, 'hosted' | 'tools'>,
  { args, name, waitSeconds }: Read,
): Promise<Look> {
  try {
    const response = await hosted.send({
      method: 'tools/call',
      params: { name, arguments: args },
      isModern: true,
      operationClass: 'read',
      waitSeconds,
      parameterHeaders: parameterHeaders(tools.known(name), args),
    });
    if (response.kind === 'error') throw responseFailure(response);
    return lookIn(response.result);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return lookInFailure(error);
  }
}

function lookIn(response: JsonObject): Look {
  const result = withoutQuestions(response);
  const { isError, structuredContent: record } = result;
  if (isError !== true) return { kind: 'seen', record, result };
  const { code, status } = membersOf(record);
  if (typeof code === 'string' && GONE.has(code)) return { kind: 'gone' };
  return isPassing(status) ? { kind: 'away', retryAfterMs: 0 } : { kind: 'refused', result };
}

/** Nobody is asked anything for a look of the bridge's own, whatever the service wants with it. */
function withoutQuestions(response: JsonObject): JsonObject {
  const { inputRequests: _, requestState: __, ...result } = response;
  return 'resultType' in result ? { ...result, resultType: 'complete' } : result;
}

function lookInFailure(failure: Failure): Look {
  const { facts, kind } = failure;
  if (GONE.has(facts.code)) return { kind: 'gone' };
  const isFinal = isLimitFailure(failure) || (kind === 'refused' && !isPassing(facts.status));
  return isFinal
    ? { kind: 'refused', result: failureResult(failure, { acts: false }) }
    : { kind: 'away', retryAfterMs: (facts.retryAfterSeconds ?? 0) * 1000 };
}

function isPassing(status: unknown): boolean {
  return typeof status === 'number' && (status >= 500 || PASSING.includes(status));
}
