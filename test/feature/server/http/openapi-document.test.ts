import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { PAIRS } from '../../../requirements/problems.ts';
import { ROUTES } from '../../../requirements/routes.ts';
import { OPERATIONS } from '../../../requirements.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer } from '../../../support/test-server.ts';

const PATH = '/api/v1/openapi.json';
const REDOCLY = fileURLToPath(
  new URL('../../../../node_modules/@redocly/cli/bin/cli.js', import.meta.url),
);

async function readDocument() {
  const server = await startTestServer();
  const { body } = await server.call(PATH, { scope: 'none' });
  return { server, document: body };
}

test('the description is OpenAPI 3.1, version 1.0.0, with an ETag and without a key', async () => {
  proves('VER-openapi', 'WIRE-openapi-route');
  const server = await startTestServer();
  const first = await server.call(PATH, { scope: 'none' });
  expect([first.status, first.body.openapi, first.body.info.version]).toEqual([
    200,
    '3.1.1',
    '1.0.0',
  ]);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  const headers = { 'if-none-match': etag };
  expect((await server.call(PATH, { scope: 'none', headers })).status).toBe(304);
  expect((await server.call(PATH, { scope: 'read' })).text).toBe(first.text);
});

test('a strict linter finds nothing', async () => {
  const { document } = await readDocument();
  const folder = await mkdtemp(join(tmpdir(), 'fleet-openapi-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'openapi.json');
  const lint = async (text: string) => {
    await writeFile(file, text);
    const args = [REDOCLY, 'lint', '--extends=recommended-strict', '--format=json', file];
    // Neither of them tells its makers anything.
    const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const run = promisify(execFile)(process.execPath, args, { cwd: folder, env });
    const { stdout } = await run.catch((error: { readonly stdout: string }) => error);
    return JSON.parse(stdout).problems;
  };
  expect(await lint(JSON.stringify(document))).toEqual([]);
  const broken = JSON.stringify(document).replaceAll('"rest_list_machines"', '"get_me"');
  expect(await lint(broken)).not.toEqual([]);
}, 60_000);

test('every route and every operation is described', async () => {
  const { document } = await readDocument();
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const routes = Object.keys(ROUTES)
    .filter((id) => id.startsWith('ROUTE-'))
    .map((id) => id.slice('ROUTE-'.length).replace(/^(\w+)-/, '$1 '));
  const tools = Object.keys(OPERATIONS).map((name) => `POST /api/v1/tools/${name}`);
  const mcp = ['POST /api/mcp', 'DELETE /api/mcp'];
  expect(described).toEqual(expect.arrayContaining([...routes, ...tools, ...mcp]));
});

test('each route has a name that a generated client can show to people, and words of its own', async () => {
  const { document } = await readDocument();
  const described: { operationId: string; description?: string }[] = Object.values(
    document.paths,
  ).flatMap((methods) => Object.values(methods as object));
  const names = described.map(({ operationId }) => operationId);
  expect(names.filter((name) => !/^[a-z_]{4,24}$/.test(name))).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining(['run_skill', 'rest_run_skill', 'request_secret', 'claim_secret']),
  );
  expect(described.filter(({ description }) => !description)).toEqual([]);
});

test('every refusal that an operation can meet is declared with its code', async () => {
  const { document } = await readDocument();
  for (const [code, operations] of Object.entries(PAIRS)) {
    for (const operation of operations) {
      const { responses } = document.paths[`/api/v1/tools/${operation}`].post;
      const codes = Object.values(responses).flatMap((response) => codesIn(response));
      expect(codes, operation).toContain(code);
      for (const edge of ['unauthorized', 'invalid_key', 'invalid_json', 'too_large', 'internal']) {
        expect(codes, operation).toContain(edge);
      }
    }
  }
});

/** The codes in the schema of a problem. */
function codesIn(response: unknown): readonly string[] {
  const { content } = response as { content?: Record<string, { schema: ProblemSchema }> };
  return content?.['application/problem+json']?.schema.properties?.code.enum ?? [];
}

interface ProblemSchema {
  readonly properties?: { readonly code: { readonly enum: readonly string[] } };
}

test('what needs no key says so: the plans, this document, the pages of codes, hosted URLs', async () => {
  const { document } = await readDocument();
  const open = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods as Record<string, { security?: unknown[] }>).flatMap(({ security }) =>
      security?.length === 0 ? [path] : [],
    ),
  );
  expect(open.sort()).toEqual([
    '/api/v1/openapi.json',
    '/api/v1/pricing',
    '/errors',
    '/errors/{code}',
    '/in/{token}',
  ]);
  expect(document.security).toEqual([{ apiKey: [] }]);
});

test('each example is taken by the running server', async () => {
  const { server, document } = await readDocument();
  const examples = Object.entries(document.paths).flatMap(([path, methods]) => {
    const content = (methods as { post?: { requestBody?: { content: object } } }).post?.requestBody
      ?.content as Record<string, { example?: unknown }> | undefined;
    const example = content?.['application/json']?.example;
    return example === undefined ? [] : [{ path, example }];
  });
  expect(examples.length).toBeGreaterThan(5);
  for (const { path, example } of examples) {
    const { status, body } = await server.call(path, { body: example });
    expect([path, status, body.code], path).toSatisfy(([, status]) => status < 300);
  }
});

test('a report has its Idempotency-Key and is made with a 201', async () => {
  const { document } = await readDocument();
  const { parameters, responses } = document.paths['/api/v1/issues'].post;
  const header = parameters.find(({ name }: { name: string }) => name === 'Idempotency-Key');
  expect(header).toMatchObject({ in: 'header', schema: { maxLength: 120 } });
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '201']));
});

test('a parameter of a query is described with the texts that its route takes', async () => {
  proves('VER-openapi', 'ROUTE-GET-/api/v1/jobs');
  const { server, document } = await readDocument();
  const { parameters } = document.paths['/api/v1/jobs'].get;
  const waiting = parameters.find(({ name }: { name: string }) => name === 'waiting');
  expect(waiting.schema).toMatchObject({ type: 'string', enum: ['1', 'true'] });
  for (const text of waiting.schema.enum) {
    expect((await server.call(`/api/v1/jobs?waiting=${text}`)).status).toBe(200);
  }
  expect((await server.call('/api/v1/jobs?waiting=false')).status).toBe(400);
});
