import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { PROBLEM_MEDIA_TYPE, PROBLEMS, type ProblemCode } from '../../contract/problem.ts';
import type { Operation } from '../catalogue/operation.ts';
import { REQUEST_ID } from './headers.ts';

const CODES = Object.keys(PROBLEMS) as readonly ProblemCode[];

/** Any refusal (RFC 9457; specification, "Errors"). */
const problem = z
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
export const CODES_OF_ANY_CALL: readonly ProblemCode[] = [
  'invalid_request',
  'unauthorized',
  'invalid_key',
  'rate_limited',
  'internal',
  'unavailable',
];
const CODES_OF_A_BODY: readonly ProblemCode[] = ['invalid_json', 'too_large'];
/** Those of a call that also has a body. */
export const CODES_OF_ANY_POST = [...CODES_OF_ANY_CALL, ...CODES_OF_A_BODY];

export const CODES_WITHOUT_KEY: readonly ProblemCode[] = [
  'invalid_request',
  'rate_limited',
  'internal',
  'unavailable',
];

/** Every code that a call of the operation may answer with. */
export function codesOf(operation: Operation, hasBody: boolean): readonly ProblemCode[] {
  const scoped: readonly ProblemCode[] = operation.scope === 'fleet:read' ? [] : ['forbidden'];
  const own = [...scoped, ...operation.refusals];
  return [...new Set([...CODES_OF_ANY_CALL, ...(hasBody ? CODES_OF_A_BODY : []), ...own])];
}

type Responses = Record<`${4 | 5}${string}` | 'default', ZodOpenApiResponseObject>;

/** A client meets every code that there is here, also one that this server cannot raise. */
const ANY_OTHER: ZodOpenApiResponseObject = {
  description: 'Any other refusal.',
  headers: REQUEST_ID,
  content: { [PROBLEM_MEDIA_TYPE]: { schema: problem } },
};

/** One response for each status of the codes, which names the codes that it carries. */
export function problemResponses(codes: readonly ProblemCode[], idsMayBeUnknown = false) {
  const responses: Responses = { default: ANY_OTHER };
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
