import { type ListPage, type PageCursor, pagesOf } from '../client/pages.ts';
import type { FleetResponse } from '../client/response.ts';
import { memberOf } from '../contract/response-member.ts';
import type { OperationRun } from './run-operation.ts';

/**
 * Every page of a list operation, one request a page. The inbox pages by `offset`, which
 * the specification gives to its route and not to its operation, so the route is used where the
 * operation's schema has no such member. Throws `Failure`.
 */
export function runAllPages(run: OperationRun): AsyncGenerator<ListPage, void, undefined> {
  const byRoute = run.tool.name === 'list_inbox' && !hasProperty(run, 'offset');
  return pagesOf((cursor) => (byRoute ? inboxPage(run, cursor) : toolPage(run, cursor)));
}

function hasProperty(run: OperationRun, name: string): boolean {
  return memberOf(memberOf(run.tool.input_schema, 'properties'), name) !== undefined;
}

function toolPage(run: OperationRun, cursor: PageCursor | undefined): Promise<FleetResponse> {
  return run.client.callTool(run.tool.name, JSON.stringify(inputAt(run, cursor)), {
    operationClass: run.operationClass,
    ...(run.signal === undefined ? {} : { signal: run.signal }),
  });
}

function inboxPage(run: OperationRun, cursor: PageCursor | undefined): Promise<FleetResponse> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(inputAt(run, cursor))) {
    query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return run.client.request('GET', `/api/v1/inbox?${query}`, {
    operationClass: 'read',
    ...(run.signal === undefined ? {} : { signal: run.signal }),
  });
}

function inputAt(run: OperationRun, cursor: PageCursor | undefined): Record<string, unknown> {
  return cursor === undefined ? run.input : { ...run.input, [cursor.parameter]: cursor.value };
}
