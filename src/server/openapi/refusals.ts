import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { PROBLEM_MEDIA_TYPE, PROBLEMS, type ProblemCode } from '../../contract/problem.ts';
import type { Operation } from '../catalogue/operation.ts';
import { REQUEST_ID } from './headers.ts';

const CODES = Object.keys(PROBLEMS) as readonly ProblemCode[];

/** Any refusal (RFC 9457; specification, "Errors"). */
export const problem = z
  .strictObject({
    type: z.string().describe('Where the code is explained.'),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(CODES).describe('For programs.'),
    request_id: z.string().describe('Quote it to support.'),
  })
  .meta({ id: 'Problem' });

/** What any call with a key may meet before its operation runs, or instead of it. */
const ANY_CALL: readonly ProblemCode[] = [
  'invalid_request',
  'unauthorized',
  'invalid_key',
  'rate_limited',
  'internal',
  'unavailable',
];
const ANY_BODY: readonly ProblemCode[] = ['invalid_json', 'too_large'];
const WITHOUT_KEY: readonly ProblemCode[] = ['invalid_request', 'internal', 'unavailable'];

/** The codes of a route that takes a key and runs no operation. */
export const CODES_OF_ANY_CALL = ANY_CALL;
export const CODES_WITHOUT_KEY = WITHOUT_KEY;
export const CODES_OF_ANY_POST = [...ANY_CALL, ...ANY_BODY];

/** Every code that a call of the operation may answer with. */
export function codesOf(operation: Operation, hasBody: boolean): readonly ProblemCode[] {
  const scoped: readonly ProblemCode[] = operation.scope === 'fleet:read' ? [] : ['forbidden'];
  const own = [...scoped, ...operation.refusals];
  return [...new Set([...ANY_CALL, ...(hasBody ? ANY_BODY : []), ...own])];
}

type Responses = Record<`${4 | 5}${string}`, ZodOpenApiResponseObject>;

/** One response for each status of the codes, which names the codes that it carries. */
export function refusalResponses(codes: readonly ProblemCode[], idsMayBeUnknown = false) {
  const responses: Responses = {};
  for (const code of codes) {
    const statuses: readonly number[] =
      code === 'unknown_command' && idsMayBeUnknown ? [400, 404] : [PROBLEMS[code].status];
    for (const status of statuses) {
      const carried = codes.filter((other) => PROBLEMS[other].status === status);
      responses[`${status}` as keyof Responses] ??= responseOf(
        carried.includes(code) ? carried : [...carried, code],
        status,
      );
    }
  }
  return responses;
}

function responseOf(codes: readonly ProblemCode[], status: number): ZodOpenApiResponseObject {
  const code = z.enum(codes);
  const schema = problem.extend({ code, status: z.literal(status) });
  const waits = status === 429 || status === 503;
  return {
    description: codes.map((one) => `\`${one}\`: ${PROBLEMS[one].title}.`).join(' '),
    headers: { ...REQUEST_ID, ...(waits ? RETRY_AFTER : {}) },
    content: { [PROBLEM_MEDIA_TYPE]: { schema } },
  };
}

const RETRY_AFTER = {
  'retry-after': {
    description: 'Seconds until the next try.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
} as const;
