import * as fc from 'fast-check';
import { openapiViolations } from '../../support/openapi-violations.ts';
import { HOSTILE_TEXTS } from './hostile-values.ts';
import type { Endpoint } from './published-contract.ts';
import { fittingValue, inputsFor, type KnownValues, type Schema } from './schema-values.ts';
import type { SentRequest, World } from './world.ts';

/** A request without its credential, which belongs to a world. */
export interface RawRequest extends SentRequest {
  readonly credential: 'read' | 'run' | 'admin' | 'none' | 'unknown';
}

const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1e999',
  '{"a":1,"a":2}',
  '\ufeff{}',
  '{"__proto__":{"scope":"fleet:admin"}}',
  '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
  '{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
  '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  '{"jsonrpc":"2.0","id":null,"method":"initialize","params":{"protocolVersion":"1"}}',
  `${'['.repeat(3000)}${']'.repeat(3000)}`,
  `{"a":${'{"a":'.repeat(500)}1${'}'.repeat(501)}`,
  `"${'x'.repeat(600_000)}"`,
  `"${'x'.repeat(800_000)}"`,
];

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  accept: [
    '*/*',
    'text/html',
    'application/json',
    'application/json, text/event-stream',
    ';q=',
    '',
  ],
  'content-type': ['application/json', 'text/plain', 'application/json; charset=latin1', ';', ''],
  'content-encoding': ['gzip', 'identity'],
  'if-none-match': ['*', '"x"', 'W/"x", *', ','],
  'idempotency-key': ['', 'again', 'x'.repeat(120), 'x'.repeat(121), '"quoted"'],
  'x-request-id': ['mine', '', 'x'.repeat(129), 'two words'],
  origin: ['http://127.0.0.1', 'https://evil.example', 'null'],
  'mcp-protocol-version': ['2025-06-18', '2026-07-28', '1999-01-01', ''],
  'mcp-method': ['tools/call', 'tools/list', 'other'],
  'mcp-name': ['get_job', 'other'],
};

/** Requests to an endpoint whose parts fit it mostly: path, query, headers, credential and body. */
export function rawRequests(endpoint: Endpoint, known: KnownValues): fc.Arbitrary<RawRequest> {
  const { method, path, parameters, body } = endpoint;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const texts = fc.constantFrom(...known.all, ...HOSTILE_TEXTS.filter((text) => text !== ''));
  const segment = (name: string, schema: Schema) =>
    fc.oneof(
      { weight: 3, arbitrary: fittingValue(schema, known, name) },
      { weight: 1, arbitrary: texts },
    );
  return fc
    .record({
      path: fc.tuple(...inPath.map(({ name, schema }) => segment(name, schema))),
      query: fc.array(queryEntry(inQuery, texts, known), { maxLength: 3 }),
      headers: headers(),
      body: method === 'GET' ? fc.constant(undefined) : bodies(body, known),
      credential: credentials(),
    })
    .map(({ path: values, query, ...rest }) => ({
      ...rest,
      method,
      path: `${filled(path, values)}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    }))
    .map(({ body: text, ...rest }) => (text === undefined ? rest : { ...rest, body: text }));
}

function filled(path: string, values: readonly unknown[]): string {
  let place = 0;
  return path.replaceAll(/\{\w+\}/g, () => encoded(values[place++]) || '%20');
}

function encoded(value: unknown): string {
  return encodeURIComponent(String(value).toWellFormed());
}

function queryEntry(
  parameters: Endpoint['parameters'],
  texts: fc.Arbitrary<string>,
  known: KnownValues,
): fc.Arbitrary<string> {
  const unknown = fc
    .tuple(texts, texts)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  const malformed = fc.constantFrom('=', '&', '%zz=1', 'limit=%ff', 'key', '?', 'limit=1&limit=2');
  const described = parameters.map(({ name, schema }) =>
    fc
      .oneof(fittingValue(schema, known, name), texts)
      .map((value) => `${encoded(name)}=${encoded(value)}`),
  );
  return fc.oneof(
    ...described.map((arbitrary) => ({ weight: 4, arbitrary })),
    { weight: 1, arbitrary: unknown },
    { weight: 1, arbitrary: malformed },
  );
}

function headers(): fc.Arbitrary<Readonly<Record<string, string>>> {
  const each = Object.entries(HEADERS).map(([name, values]) => [name, fc.constantFrom(...values)]);
  const some = fc.record(Object.fromEntries(each) as Record<string, fc.Arbitrary<string>>, {
    requiredKeys: [],
  }) as fc.Arbitrary<Record<string, string>>;
  const usual: Readonly<Record<string, string>> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  return fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: some });
}

function bodies(schema: Endpoint['body'], known: KnownValues): fc.Arbitrary<string> {
  const raw = fc.constantFrom(...BODIES);
  const described = inputsFor(schema ?? {}, known).map((value) => JSON.stringify(value));
  return fc.oneof({ weight: 3, arbitrary: described }, { weight: 1, arbitrary: raw });
}

function credentials(): fc.Arbitrary<RawRequest['credential']> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant('admin' as const) },
    { weight: 1, arbitrary: fc.constantFrom('read' as const, 'run' as const) },
    { weight: 1, arbitrary: fc.constantFrom('none' as const, 'unknown' as const) },
  );
}

/** Sends it, and gives what is not as the OpenAPI document says. */
export async function checkRaw(world: World, request: RawRequest): Promise<readonly string[]> {
  const { credential, headers: given = {}, ...rest } = request;
  const received = await world.send({
    ...rest,
    headers: { ...given, ...authorization(world, credential) },
  });
  const { status, contentType, text } = received;
  const wrong = status >= 500 ? [`${status} ${text.slice(0, 300)}`] : [];
  if (received.headers['x-request-id'] === undefined) wrong.push('no request id');
  const path = rest.path.replace(/\?.*$/s, '');
  const isJson = contentType?.includes('json') && text !== '';
  const body: unknown = isJson ? JSON.parse(text) : undefined;
  return [...wrong, ...openapiViolations({ method: rest.method, path, status, contentType, body })];
}

function authorization(world: World, credential: RawRequest['credential']): Record<string, string> {
  if (credential === 'none') return {};
  const key = credential === 'unknown' ? 'fleet_00000000000_x' : world.keys[credential];
  return { authorization: `Bearer ${key}` };
}
