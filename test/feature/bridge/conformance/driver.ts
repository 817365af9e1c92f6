// What an assistant does, for one scenario of the conformance suite: `node driver.ts URL`. It starts the
// bridge in front of the scenario's server, lists the tools and calls each; whatever it is asked, it says yes.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const FLEET = fileURLToPath(new URL('../../../../bin/run.js', import.meta.url));
const MODERN = '2026-07-28';
const target = new URL(process.argv[2] ?? '');
const isModern = process.env['MCP_CONFORMANCE_PROTOCOL_VERSION'] === MODERN;
const clientInfo = { name: 'driver', version: '1' };
const meta = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  'io.modelcontextprotocol/clientInfo': clientInfo,
};

/** The scenario's server is at a path of its own; the bridge asks at the service's. */
let isInitialized = process.env['MCP_CONFORMANCE_SCENARIO'] !== 'initialize';
const proxy = createServer(async (asked, answer) => {
  const { method = 'POST' } = asked;
  let body = '';
  for await (const part of asked) body += part;
  // What this scenario looks at is only said to a server that insists on it.
  isInitialized ||= body.includes('"initialize"');
  if (!isInitialized) return void answer.writeHead(400).end('Say hello first');
  const headers = { ...asked.headers, host: target.host };
  const sent = request(target, { method, headers }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(answer);
  });
  sent.on('error', () => answer.destroy());
  sent.end(body);
});
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
const home = mkdtempSync(join(tmpdir(), 'fleet-driver-'));
const bridge = spawn(process.execPath, [FLEET, 'mcp'], {
  stdio: ['pipe', 'pipe', 'inherit'],
  env: {
    HOME: home,
    PATH: process.env['PATH'],
    FLEET_BASE_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    FLEET_API_KEY: 'conformance',
  },
});
const answers = createInterface({ input: bridge.stdout })[Symbol.asyncIterator]();
let last = 0;

async function ask(method: string, params: object) {
  last += 1;
  const sent = isModern ? { ...params, _meta: meta } : params;
  bridge.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params: sent })}\n`);
  for (;;) {
    const { done, value } = await answers.next();
    if (done === true) throw new Error('the bridge ended');
    const answer = JSON.parse(value);
    if (answer.id === last) return answer;
  }
}

interface Tool {
  readonly name: string;
  readonly inputSchema: { readonly properties?: Readonly<Record<string, { type?: string }>> };
}

/** The calls that a scenario asks for, else each tool with a value for each member. */
function callsOf(tools: readonly Tool[]): readonly object[] {
  const { toolCalls } = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
  if (toolCalls !== undefined) return toolCalls;
  const focal = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
  return tools.map(({ inputSchema, name }) => {
    const entries = Object.entries(inputSchema.properties ?? {}).map(([member, { type }]) => {
      if (member === 'schema') return [member, focal?.inputSchema];
      return [member, type === 'number' || type === 'integer' ? 5 : 'text'];
    });
    return { name, arguments: Object.fromEntries(entries) };
  });
}

/** Calls a tool, and again with an answer to each question as long as there are some. */
async function call(params: object) {
  let { result } = await ask('tools/call', params);
  while (result?.resultType === 'input_required') {
    const { inputRequests, requestState } = result;
    const inputResponses = Object.fromEntries(
      Object.entries<Question>(inputRequests).map(([key, question]) => [key, yesTo(question)]),
    );
    const state = requestState === undefined ? {} : { requestState };
    ({ result } = await ask('tools/call', { ...params, inputResponses, ...state }));
  }
}

interface Question {
  readonly params: { readonly requestedSchema: { readonly properties: object } };
}

function yesTo({ params }: Question): object {
  const names = Object.keys(params.requestedSchema.properties);
  return { action: 'accept', content: Object.fromEntries(names.map((name) => [name, true])) };
}

if (isModern) await ask('server/discover', {});
else {
  await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  bridge.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
}
let listed: readonly Tool[];
// On a busy machine the bridge may first give the list that it was built with.
do ({ tools: listed } = (await ask('tools/list', {})).result);
while (listed.some(({ name }) => name === 'describe_cloud'));
for (const params of callsOf(listed)) await call(params);
bridge.stdin.end();
bridge.on('exit', () => {
  rmSync(home, { recursive: true, force: true });
  process.exit();
});
