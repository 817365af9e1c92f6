import type { z } from 'zod';
import { IDEMPOTENCY_KEY_HEADER } from '../../../contract/header.ts';
import type { Caller } from '../../access/caller.ts';
import { execute } from '../../catalogue/execute.ts';
import { jsonSchemaOf, memberNames } from '../../catalogue/json-schema.ts';
import type { Operation, RestRoute } from '../../catalogue/operation.ts';
import { Refusal } from '../../refusal.ts';
import type { Service } from '../../service.ts';
import { inputFromQuery, type QueryNames } from '../query-input.ts';
import type { Route, RouteRequest } from '../route.ts';

/** The resource route of an operation (specification, "Resource routes"): only another way to `execute`. */
export function operationRoute(service: Service, operation: Operation, rest: RestRoute): Route {
  const schema = rest.input ?? operation.input;
  const reading = { names: queryNames(schema, rest), schema };
  return {
    method: rest.method,
    path: `/api/v1${rest.path}`,
    handle(incoming) {
      return execute(service, {
        authorization: incoming.authorization,
        requestId: incoming.requestId,
        signal: incoming.signal,
        idempotencyKey: incoming.headers[IDEMPOTENCY_KEY_HEADER],
        mayWait: operation.class !== 'read',
        operation,
        schema,
        nameOf: (member) => (isInPath(member, rest) ? undefined : parameterOf(member, rest)),
        readInput: async (caller) => ({
          ...inputFromQuery(incoming.query, reading.names, jsonSchemaOf(schema)),
          ...(rest.method === 'POST' ? await bodyMembers(incoming, caller) : {}),
          ...incoming.params,
        }),
      });
    },
  };
}

/** On a GET all members that are not in the path come from the query, on a POST none. */
function queryNames(schema: z.ZodType, rest: RestRoute): QueryNames {
  if (rest.method === 'POST') return new Map();
  const members = memberNames(jsonSchemaOf(schema)).filter((member) => !isInPath(member, rest));
  return new Map(members.map((member) => [parameterOf(member, rest), member]));
}

function isInPath(member: string, { path }: RestRoute): boolean {
  return path.includes(`{${member}}`);
}

function parameterOf(member: string, rest: RestRoute): string {
  const renamed = Object.entries(rest.query ?? {}).find(([, name]) => name === member);
  return renamed?.[0] ?? member;
}

async function bodyMembers(incoming: RouteRequest, caller: Caller): Promise<object> {
  const body = await incoming.readBody(caller);
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal('invalid_request', 'The body must be a JSON object.');
  }
  const repeated = Object.keys(incoming.params).find((member) => Object.hasOwn(body, member));
  if (repeated === undefined) return body;
  throw new Refusal(
    'invalid_request',
    `\`${repeated}\` is part of the path here; it is not allowed in the body.`,
  );
}
