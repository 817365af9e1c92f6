import { expect, test } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { proves } from '../../../support/proves.ts';
import { reportsRunAs, startServerWithMachine } from '../../../support/server-with-machine.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const MODERN_HEADERS = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'send_command',
};

/** The two kinds of protocol version: the metadata and the headers of their requests. */
const VERSIONS = [
  ['2025-11-25', {}, {}],
  ['2026-07-28', MODERN_META, MODERN_HEADERS],
] as const;

const PING = {
  name: 'send_command',
  input: { machine: 'build-01', type: 'ping', wait_seconds: 60 },
};

/** A call that is held, of `send_command` unless another is given; gives the response's messages once it ends. */
async function hold(
  server: TestServer,
  meta: object,
  headers: object,
  { input, name }: { readonly name: string; readonly input: object } = PING,
) {
  const params = { name, arguments: input, _meta: meta };
  const accept = 'application/json, text/event-stream';
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  // Of two processes, the one whose waiters are looked at.
  const response = fetch(`${server.baseUrl}/api/mcp`, {
    method: 'POST',
    body,
    headers: {
      authorization: `Bearer ${server.keys.admin}`,
      'content-type': 'application/json',
      accept,
      ...headers,
    },
  });
  if (name === PING.name) await expect.poll(() => server.service.waiters.waiting).toBe(1);
  return async () => {
    const text = await (await response).text();
    if (!text.startsWith('data: ') && !text.startsWith('event: ')) return [JSON.parse(text)];
    const events = text.split('\n').filter((line) => line.startsWith('data: '));
    return events.map((line) => JSON.parse(line.slice(6)));
  };
}

test.each(VERSIONS)(
  'a stopping server answers a held call of %s with what is pending',
  async (...version) => {
    proves('UI-serve-stop', 'WIRE-mcp-held-calls');
    const [, meta, headers] = version;
    const server = await startTestServer();
    const messages = await hold(server, meta, headers);
    const began = performance.now();
    await server.close();
    expect(performance.now() - began).toBeLessThan(1000);
    const [{ result }] = await messages();
    expect(result.isError ?? false).toBe(false);
    expect(result.structuredContent).toMatchObject({
      pending: true,
      command_id: expect.stringMatching(/^cmd_/),
    });
  },
);

test.each(VERSIONS)(
  'a held call of %s reports progress where a token is given',
  async (...version) => {
    proves('WIRE-mcp-held-calls');
    const [, meta, headers] = version;
    const clock = createFakeClock();
    const server = await startTestServer({ clock });
    const messages = await hold(server, { ...meta, progressToken: 'p-1' }, headers);
    clock.advance(5000);
    clock.advance(5000);
    clock.advance(50_000);
    const all = await messages();
    const reports = all.filter(({ method }) => method === 'notifications/progress');
    const progress = reports.map(({ params }) => params.progress);
    expect(progress.slice(0, 2)).toEqual([5, 10]);
    expect(reports[0].params).toMatchObject({
      progressToken: 'p-1',
      message: 'send_command: waiting for 5 s',
    });
    expect(all.at(-1).result.structuredContent).toMatchObject({ pending: true });
  },
);

test('a held call without a token reports nothing', async () => {
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const messages = await hold(server, {}, {});
  clock.advance(60_000);
  expect(await messages()).toHaveLength(1);
});

test.each(VERSIONS)('a held call of %s tells how far its job is', async (...version) => {
  proves('WIRE-mcp-held-calls');
  const [, meta, headers] = version;
  const progress = { message: 'Half\nway', percent: 50, step: 'build' };
  const answers = { 'job.run': reportsRunAs({ status: 'running', progress }) };
  const { server } = await startServerWithMachine({ answers });
  const run = { machine: 'build-01', skill: 'deploy-check', wait_seconds: 1 };
  const told = { ...headers, ...('mcp-name' in headers ? { 'mcp-name': 'run_skill' } : {}) };
  const call = { name: 'run_skill', input: run };
  const messages = await hold(server, { ...meta, progressToken: 'p-1' }, told, call);
  const all = await messages();
  const said = all.flatMap(({ method, params }) =>
    method === 'notifications/progress' ? [params.message] : [],
  );
  expect(said).toContain('run_skill: running, 50 %, step "build": "Half way"');
  expect(all.at(-1).result.structuredContent).toMatchObject({ pending: true });
});
