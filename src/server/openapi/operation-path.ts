import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { IDEMPOTENCY_KEY_CHARS_MAX } from '../../contract/limits.ts';
import type { Operation, RestRoute } from '../catalogue/operation.ts';
import { REQUEST_ID } from './headers.ts';
import { codesOf, problemResponses } from './problem-responses.ts';

type Shape = Readonly<Record<string, z.ZodType>>;

/** `POST /tools/{name}` of one operation: the body is its whole input. */
export function toolPath(operation: Operation): ZodOpenApiOperationObject {
  const { input, variants } = operation;
  const example = EXAMPLE_INPUTS[operation.name];
  const schema = variants === undefined ? input : oneOf(variants);
  return {
    ...described(operation),
    operationId: operation.name,
    tags: ['Operations'],
    ...header(operation),
    requestBody: {
      required: mustBeGiven(shapeOf(input)),
      content: {
        'application/json': { schema, ...(example === undefined ? {} : { example }) },
      },
    },
    responses: responsesOf(operation, true),
  };
}

/** The resource route of an operation: members of the path, and the others from query or body. */
export function restPath(operation: Operation, rest: RestRoute): ZodOpenApiOperationObject {
  const inPath = [...rest.path.matchAll(/\{(\w+)\}/g)].map(([, member]) => member ?? '');
  const shape = shapeOf(rest.input ?? operation.input);
  const members = Object.entries(shape);
  const path = z.object(Object.fromEntries(members.filter(([name]) => inPath.includes(name))));
  const others = Object.fromEntries(members.filter(([name]) => !inPath.includes(name)));
  const isPost = rest.method === 'POST';
  const parameters = inPath.length === 0 ? {} : { path };
  const query = isPost ? {} : { query: z.object(renamed(others, rest)) };
  const schema =
    operation.variants === undefined
      ? z.strictObject(others)
      : oneOf(operation.variants.map((variant) => withoutMembers(variant, inPath)));
  const content = { 'application/json': { schema } };
  const hasBody = isPost && Object.keys(others).length > 0;
  return {
    ...described(operation),
    operationId: rest.operationId ?? `rest_${operation.name}`,
    tags: ['Resources'],
    ...header(operation, { ...parameters, ...query }),
    ...(hasBody ? { requestBody: { required: mustBeGiven(others), content } } : {}),
    responses: responsesOf(operation, isPost),
  };
}

function oneOf(variants: readonly z.ZodObject[]): z.ZodType {
  return z.discriminatedUnion('type', variants as [z.ZodObject, ...z.ZodObject[]]);
}

/** Metadata is not inherited: a variant keeps its title and its description. */
function withoutMembers(variant: z.ZodObject, members: readonly string[]): z.ZodObject {
  const shape = Object.entries(variant.shape).filter(([name]) => !members.includes(name));
  return z.strictObject(Object.fromEntries(shape)).meta({ ...variant.meta() });
}

function described({ name, description, scope, class: kind }: Operation) {
  const summary = name.includes('/') ? description : name;
  return { summary, description: `${description}\n\nScope: \`${scope}\`. Class: ${kind}.` };
}

/** The one header that an operation takes, beside the parameters of its route. */
function header({ name }: Operation, parameters: object = {}) {
  if (name !== 'report_issue') return { requestParams: parameters };
  const key = z.string().min(1).max(IDEMPOTENCY_KEY_CHARS_MAX);
  const described = key.describe('The same key of the same caller gives the first report again.');
  const named = z.object({ 'Idempotency-Key': described.optional() });
  return { requestParams: { ...parameters, header: named } };
}

function responsesOf(operation: Operation, hasBody: boolean): ZodOpenApiResponsesObject {
  const answers = Object.entries(operation.responses).map(([status, schema]) => [
    status,
    {
      description: DESCRIPTIONS[status] ?? '',
      headers: REQUEST_ID,
      content: { 'application/json': { schema } },
    },
  ]);
  const takesId = Object.hasOwn(shapeOf(operation.input), 'command');
  return {
    ...Object.fromEntries(answers),
    ...problemResponses(codesOf(operation, hasBody), takesId),
  };
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Made.',
  202: 'On its way: look it up, and do not send it again.',
};

/** The members of an input; a pipe (a route with members of its own) has them at its start. */
function shapeOf(input: z.ZodType): Shape {
  if (input instanceof z.ZodPipe) return shapeOf(input.in as z.ZodType);
  return input instanceof z.ZodObject ? (input.shape as Shape) : {};
}

function mustBeGiven(shape: Shape): boolean {
  return Object.values(shape).some((member) => !member.safeParse(undefined).success);
}

function renamed(shape: Shape, { query = {} }: RestRoute): Shape {
  const nameOf = (member: string) =>
    Object.entries(query).find(([, name]) => name === member)?.[0] ?? member;
  return Object.fromEntries(Object.entries(shape).map(([name, member]) => [nameOf(name), member]));
}

/** An example input for each operation where the schema alone does not explain it. */
const EXAMPLE_INPUTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  get_machine: { machine: 'build-01' },
  list_inbox: { view: 'needs_input', limit: 10 },
  list_deliveries: { outcome: 'rejected', since: '2026-11-01', limit: 10 },
  list_audit_log: { action: 'command.' },
  get_stats: { days: 7 },
  run_skill: { machine: 'build-01', skill: 'deploy-check', payload: { ref: 'main' } },
  send_command: { machine: 'build-01', type: 'logs.tail', args: { lines: 100 } },
  update_settings: { store_payloads: false },
  report_issue: {
    title: 'A webhook was rejected',
    body: 'The signature is right, and the delivery says bad_signature.',
    kind: 'bug',
    severity: 'high',
    machine: 'build-01',
    diagnostics: { version: '1.0.0' },
  },
};
