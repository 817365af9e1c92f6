import { pause } from '../base/time/pause.ts';
import { type ListPage, pagesOf } from '../client/pages.ts';
import type { RequestOptions } from '../client/request.ts';
import type { FleetResponse } from '../client/response.ts';
import { Failure, interruptedFailure } from '../contract/failure.ts';
import { memberOf } from '../contract/response-member.ts';
import type { OperationRun } from './run-operation.ts';

/** A longer `Retry-After` ends the list. */
const WAIT_MAX_SECONDS = 60;
/** So often in a row the service may say that it is not ready for the next page. */
const WAITS_MAX = 10;

/** Gets each wait between two pages that the service asked for. */
export type PageWaitObserver = (waitMs: number) => void;

/**
 * Every page of a list operation, one request a page, as large as the schema allows unless a limit was
 * given. The inbox pages by `offset`, which the specification gives to its route and not to its
 * operation, so the route is used where the operation's schema has no such member. A `Retry-After` of
 * up to a minute is waited out between pages. Throws `Failure`.
 */
export function runAllPages(
  run: OperationRun,
  waits: PageWaitObserver = () => {},
): AsyncGenerator<ListPage, void, undefined> {
  const byRoute = run.tool.name === 'list_inbox' && schemaOf(run, 'offset') === undefined;
  const input = inLargePages(run);
  return pagesOf((cursor) => {
    const at = cursor === undefined ? input : { ...input, [cursor.parameter]: cursor.value };
    const fetchPage = () => (byRoute ? inboxPage(run, at, waits) : toolPage(run, at, waits));
    return cursor === undefined ? fetchPage() : afterWaiting(run, fetchPage, waits);
  });
}

type Input = OperationRun['input'];

function inLargePages(run: OperationRun): Input {
  const { input } = run;
  const largest = memberOf(schemaOf(run, 'limit'), 'maximum');
  return input['limit'] !== undefined || !Number.isSafeInteger(largest)
    ? input
    : { ...input, limit: largest };
}

function schemaOf({ tool }: OperationRun, name: string): unknown {
  return memberOf(memberOf(tool.input_schema, 'properties'), name);
}

/** A page that the service would give later: its own time limit does not hold for what is between. */
async function afterWaiting(
  { clock, operationClass, signal }: OperationRun,
  fetchPage: () => Promise<FleetResponse>,
  waits: PageWaitObserver,
): Promise<FleetResponse> {
  for (let waited = 0; ; waited += 1) {
    try {
      return await fetchPage();
    } catch (error) {
      const { retryAfterSeconds: seconds, status } = error instanceof Failure ? error.facts : {};
      const surelyDidNotRun = operationClass === 'read' || status === 429;
      const isSoon = seconds !== undefined && seconds <= WAIT_MAX_SECONDS && waited < WAITS_MAX;
      if (!isSoon || !surelyDidNotRun) throw error;
      waits(seconds * 1000);
      if (!(await pause(clock, seconds * 1000, signal))) throw interruptedFailure();
    }
  }
}

function toolPage(
  run: OperationRun,
  input: Input,
  waits: PageWaitObserver,
): Promise<FleetResponse> {
  return run.client.callTool(run.tool.name, JSON.stringify(input), {
    operationClass: run.operationClass,
    ...options(run, waits),
  });
}

function inboxPage(
  run: OperationRun,
  input: Input,
  waits: PageWaitObserver,
): Promise<FleetResponse> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return run.client.request('GET', `/api/v1/inbox?${query}`, {
    operationClass: 'read',
    ...options(run, waits),
  });
}

function options(
  { signal }: OperationRun,
  waits: PageWaitObserver,
): Pick<RequestOptions, 'signal' | 'waits'> {
  return { waits, ...(signal === undefined ? {} : { signal }) };
}
