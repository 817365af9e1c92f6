import { type OPERATIONS, ROUTES } from '../requirements.ts';
import type { CallAnswer, KeyName, TestServer } from '../support/server.ts';
import type { Input } from './samples.ts';

export type OperationName = keyof typeof OPERATIONS;

interface Way {
  readonly name: string;
  readonly path: string;
  readonly method: string;
  readonly body?: Input;
}

/** Every way over HTTP to run the operation: `POST /tools/{name}`, and its resource route. */
export function waysTo(operation: OperationName, input: Input): readonly Way[] {
  const path = `/api/v1/tools/${operation}`;
  const byName = { name: `POST ${path}`, method: 'POST', path, body: input };
  const route = Object.entries(ROUTES).find(([, row]) => row.operation === operation);
  return route === undefined ? [byName] : [byName, routeWay(route[0], input)];
}

function routeWay(id: string, input: Input): Way {
  const [, method = ''] = id.split('-', 2);
  const template = id.slice(id.indexOf('/'));
  const rest = new Map(Object.entries(input));
  const path = template.replace(/\{(\w+)\}/g, (_, member: string) => {
    const value = rest.get(member);
    rest.delete(member);
    return encodeURIComponent(String(value));
  });
  const name = `${method} ${template}`;
  if (method === 'POST') return { name, method, path, body: Object.fromEntries(rest) };
  // The route that looks a command up calls its wait `wait`.
  const query = [...rest].map(([member, value]): [string, string] => [
    id.endsWith('/{command}') && member === 'wait_seconds' ? 'wait' : member,
    String(value),
  ]);
  const text = new URLSearchParams(query).toString();
  return { name, method, path: text === '' ? path : `${path}?${text}` };
}

/** The answers of all ways to run the operation, each with the way's name. */
export async function callAllWays(
  server: TestServer,
  operation: OperationName,
  input: Input,
  scope: KeyName = 'admin',
): Promise<readonly (CallAnswer & { readonly way: string })[]> {
  const answers: (CallAnswer & { readonly way: string })[] = [];
  for (const { name, path, method, body } of waysTo(operation, input)) {
    const answer = await server.call(path, {
      method,
      scope,
      ...(body === undefined ? {} : { body }),
    });
    answers.push({ ...answer, way: name });
  }
  return answers;
}
