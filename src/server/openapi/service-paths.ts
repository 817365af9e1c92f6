import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { PROBLEMS, type ProblemCode } from '../../contract/problem.ts';
import { CATALOGUE_VERSION } from '../../contract/tool.ts';
import { anyJson } from '../catalogue/record-fields.ts';
import { meSchema, scopeSchema } from '../organisation/organisation-record.ts';
import { pricingSchema } from '../organisation/plan-record.ts';
import { ETAG, REQUEST_ID } from './headers.ts';
import {
  CODES_OF_ANY_CALL,
  CODES_OF_ANY_POST,
  CODES_WITHOUT_KEY,
  problemResponses,
} from './problem-responses.ts';

const catalogue = z
  .strictObject({
    catalogue_version: z.literal(CATALOGUE_VERSION),
    instructions: z.string().describe('For agents.'),
    tools: z.array(
      z.strictObject({
        name: z.string(),
        description: z.string(),
        input_schema: z.record(z.string(), anyJson).describe('JSON Schema 2020-12.'),
        scope: scopeSchema,
        class: z.enum(['read', 'write', 'destructive']),
        allowed: z.boolean().describe('Whether this key has the scope.'),
      }),
    ),
  })
  .meta({ id: 'Catalogue' });

const rpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  method: z.string(),
  id: z.union([z.string(), z.int()]).optional(),
  params: z.record(z.string(), anyJson).optional(),
});

const rpcResponse = z.looseObject({ jsonrpc: z.literal('2.0') });

const serviceTag = { tags: ['Service'] };
const noKey = { security: [] };
const ifNoneMatch = { header: z.object({ 'If-None-Match': z.string().optional() }) };
const notModified = { description: 'It is as the caller has it.', headers: REQUEST_ID };

function json(description: string, schema: z.ZodType, headers: object = {}) {
  const content = { 'application/json': { schema } };
  return { description, headers: { ...REQUEST_ID, ...headers }, content };
}

const getMe: ZodOpenApiOperationObject = {
  ...serviceTag,
  operationId: 'get_me',
  summary: 'Whose key this is',
  description:
    'Gives the organisation, the name and the scopes of the key, and the role that it acts with.',
  responses: { 200: json('The key.', meSchema), ...problemResponses(CODES_OF_ANY_CALL) },
};

const getTools: ZodOpenApiOperationObject = {
  ...serviceTag,
  operationId: 'get_tools',
  summary: 'The catalogue of operations',
  description:
    'Each operation with its JSON Schema, its scope and class, and whether this key may call it.',
  requestParams: ifNoneMatch,
  responses: {
    200: json('The catalogue as this key sees it.', catalogue, ETAG),
    304: notModified,
    ...problemResponses(CODES_OF_ANY_CALL),
  },
};

const getPricing: ZodOpenApiOperationObject = {
  ...serviceTag,
  ...noKey,
  operationId: 'get_plans',
  summary: 'Every plan with its prices and limits; needs no key',
  description: 'The same as `get_pricing`, for those who have no key yet.',
  responses: { 200: json('The plans.', pricingSchema), ...problemResponses(CODES_WITHOUT_KEY) },
};

const getDocument: ZodOpenApiOperationObject = {
  ...serviceTag,
  ...noKey,
  operationId: 'get_openapi',
  summary: 'This document; needs no key',
  description: 'It says nothing about an organisation, and is the same for everybody.',
  requestParams: ifNoneMatch,
  responses: {
    200: json('OpenAPI 3.1.', z.record(z.string(), anyJson), ETAG),
    304: notModified,
    ...problemResponses(CODES_WITHOUT_KEY),
  },
};

const postMcp: ZodOpenApiOperationObject = {
  ...serviceTag,
  operationId: 'post_mcp',
  summary: 'The operations as MCP tools (Streamable HTTP, stateless)',
  description:
    'One JSON-RPC request a POST. What an operation refuses is a tool result with `isError`; what the service refuses before is a problem.',
  requestBody: { required: true, content: { 'application/json': { schema: rpcRequest } } },
  responses: {
    200: {
      description: 'The JSON-RPC answer.',
      headers: REQUEST_ID,
      content: {
        'application/json': { schema: rpcResponse },
        'text/event-stream': { schema: z.string() },
      },
    },
    202: { description: 'A notification was taken.', headers: REQUEST_ID },
    ...mcpRefusals(),
  },
};

/** A message that is not JSON-RPC, or of another protocol version, gets a JSON-RPC error. */
function mcpRefusals() {
  const responses = problemResponses([...CODES_OF_ANY_POST, 'forbidden']);
  const content = { ...responses['400']?.content, 'application/json': { schema: rpcResponse } };
  return {
    ...responses,
    400: { description: '', ...responses['400'], content },
    406: { ...responses.default, description: '`Accept` does not allow both response types.' },
    415: {
      description: '`Content-Type` is not `application/json`.',
      headers: REQUEST_ID,
      content: { 'application/json': { schema: rpcResponse } },
    },
  };
}

const deleteMcp: ZodOpenApiOperationObject = {
  ...serviceTag,
  operationId: 'delete_mcp',
  summary: 'Ends an MCP session; there are none',
  description: 'Answers clients that end a session, as earlier versions of MCP have them.',
  responses: {
    200: json('Nothing to end.', z.strictObject({})),
    ...problemResponses([...CODES_OF_ANY_CALL, 'forbidden']),
  },
};

const anyObject = z.record(z.string(), anyJson);

/** No operation of this server changes a plan, so that none is refused as `billing_unavailable`. */
const CODES_OF_OPERATIONS = (Object.keys(PROBLEMS) as ProblemCode[]).filter(
  (code) => code !== 'billing_unavailable',
);

/** For clients that take the name from the catalogue; the paths with a name say more. */
const postTool: ZodOpenApiOperationObject = {
  ...serviceTag,
  operationId: 'post_tool',
  summary: 'Runs the operation of a name',
  description:
    'For clients that take the name from the catalogue. The paths with a name have the schema of each.',
  requestParams: {
    path: z.object({ tool: z.string().describe('A name of the catalogue.') }),
    header: z.object({ 'Idempotency-Key': z.string().optional().describe('For report_issue.') }),
  },
  requestBody: { required: false, content: { 'application/json': { schema: anyObject } } },
  responses: {
    200: json('Done.', anyObject),
    201: json('Made.', anyObject),
    202: json('On its way: look it up, and do not send it again.', anyObject),
    ...problemResponses(CODES_OF_OPERATIONS, true),
  },
};

const explainedCode = z.strictObject({
  code: z.string(),
  status: z.int().nullable().describe('Null for a code in the error of a command.'),
  title: z.string(),
});
const asPage = { 'text/html': { schema: z.string() }, 'text/plain': { schema: z.string() } };

function page(description: string, schema: z.ZodType) {
  const response = json(description, schema);
  return { ...response, content: { ...response.content, ...asPage } };
}

const getErrors: ZodOpenApiOperationObject = {
  ...serviceTag,
  ...noKey,
  operationId: 'get_errors',
  summary: 'The codes of refusals and of failed commands; needs no key',
  description: 'Each code with its status and title, as a page, as text or as JSON.',
  responses: {
    200: page('The codes.', z.strictObject({ codes: z.array(explainedCode) })),
    ...problemResponses(CODES_WITHOUT_KEY),
  },
};

const getError: ZodOpenApiOperationObject = {
  ...serviceTag,
  ...noKey,
  operationId: 'get_error',
  summary: 'What a code means and what to do, where `type` of a problem leads; needs no key',
  description: 'One code in words, as a page, as text or as JSON.',
  requestParams: { path: z.object({ code: z.string() }) },
  responses: {
    200: page(
      'The code, in the form that `Accept` asks for.',
      explainedCode.extend({ meaning: z.string(), what_to_do: z.array(z.string()) }),
    ),
    ...problemResponses([...CODES_WITHOUT_KEY, 'not_found']),
  },
};

const postWebhook: ZodOpenApiOperationObject = {
  ...serviceTag,
  ...noKey,
  operationId: 'post_webhook',
  summary: 'A hosted URL: where senders post webhooks; the token is the credential',
  description:
    'Takes any body, seals it to a key that only the machine has, and keeps it until the machine collects it.',
  requestParams: { path: z.object({ token: z.string() }) },
  requestBody: { required: false, content: { '*/*': {} } },
  responses: {
    202: json('Stored until the machine collects it.', z.strictObject({ delivery: z.string() })),
    ...problemResponses([...CODES_WITHOUT_KEY, 'not_found', 'too_large', 'plan_limit']),
  },
};

/** The routes that run no operation. */
export const SERVICE_PATHS: ZodOpenApiPathsObject = {
  '/api/v1/me': { get: getMe },
  '/api/v1/tools': { get: getTools },
  '/api/v1/pricing': { get: getPricing },
  '/api/v1/openapi.json': { get: getDocument },
  '/api/v1/tools/{tool}': { post: postTool },
  '/api/mcp': { post: postMcp, delete: deleteMcp },
  '/errors': { get: getErrors },
  '/errors/{code}': { get: getError },
  '/in/{token}': { post: postWebhook },
};
