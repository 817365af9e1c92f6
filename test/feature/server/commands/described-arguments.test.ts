import { expect, test } from 'vitest';
import { PUBLISHED } from '../../../requirements.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

const FLAT = PUBLISHED['PUB-send-command-flat'];
const COMBINATORS = ['oneOf', 'anyOf', 'allOf', '$ref', 'if', 'not'];

interface Tool {
  readonly name: string;
}

async function overMcp(server: TestServer) {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = { accept: 'application/json, text/event-stream' };
  const { text, body } = await server.call('/api/mcp', { body: message, headers });
  const data = /^data: (.+)$/m.exec(text)?.[1];
  const { result } = body ?? JSON.parse(data ?? 'null');
  return result.tools.find(({ name }: Tool) => name === 'send_command').inputSchema;
}

test('the schema of send_command has no combinator, in the catalogue and over MCP', async () => {
  proves('PUB-send-command-flat');
  const server = await startTestServer();
  const { tools } = (await server.call('/api/v1/tools')).body;
  const { input_schema: schema } = tools.find(({ name }: Tool) => name === 'send_command');
  expect(await overMcp(server)).toEqual(schema);
  expect(Object.keys(schema.properties)).toEqual(FLAT.root);
  for (const combinator of COMBINATORS) expect(JSON.stringify(schema)).not.toContain(combinator);
  const { args } = schema.properties;
  expect(args.additionalProperties).toBe(false);
  expect(Object.keys(args.properties)).toEqual(Object.keys(FLAT.args));
  for (const [name, types] of Object.entries(FLAT.args)) {
    expect(args.properties[name].type, name).toBeDefined();
    expect(args.properties[name].description).toContain(`Of ${types.join(' and ')}.`);
  }
});

test('OpenAPI has one case for each type, on both ways to send it', async () => {
  proves('PUB-send-command-oneof');
  const server = await startTestServer();
  const { paths } = (await server.call('/api/v1/openapi.json')).body;
  const ways = ['/api/v1/tools/send_command', '/api/v1/machines/{machine}/commands'];
  for (const way of ways) {
    const { oneOf } = paths[way].post.requestBody.content['application/json'].schema;
    expect(oneOf).toHaveLength(PUBLISHED['PUB-send-command-oneof'].cases);
    const tail = oneOf.find(({ title }: { title: string }) => title === 'logs.tail');
    expect(tail.properties.type.const).toBe('logs.tail');
    expect(tail.properties.args.properties.lines).toMatchObject({ minimum: 1, maximum: 1000 });
    expect(tail.description).toContain('fleet:admin');
    const run = oneOf.find(({ title }: { title: string }) => title === 'schedule.run');
    expect(run.required).toContain('args');
    expect(run.description).toContain('observe');
  }
});

test('an unknown type and wrong arguments keep their codes', async () => {
  proves('PUB-send-command-flat');
  const server = await startTestServer();
  const codeOf = async (input: object) =>
    (await server.tool('send_command', { machine: 'build-01', ...input })).body.code;
  expect(await codeOf({ type: 'fly', args: { lines: 5 } })).toBe('unknown_command');
  expect(await codeOf({ type: 'ping', args: { lines: 5 } })).toBe('invalid_args');
  expect(await codeOf({ type: 'logs.tail', args: { lines: 'all' } })).toBe('invalid_args');
  expect(await codeOf({ type: 'logs.tail', args: { depth: 1 } })).toBe('invalid_args');
  expect(await codeOf({ type: 'logs.tail', args: [] })).toBe('invalid_request');
});
