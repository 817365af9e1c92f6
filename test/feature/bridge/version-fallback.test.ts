import { expect, test } from 'vitest';
import {
  type Gate,
  PROTOCOL_VERSIONS,
  refuse,
  startGatedServer,
} from '../../support/bridge/gated-server.ts';
import { sendJson } from '../../support/scripted-mcp-server.ts';

/** A server of the newer protocol version alone, which refuses what has no metadata. */
const wantsMetadata: Gate = (seen, response) =>
  seen.message.params?._meta?.['io.modelcontextprotocol/protocolVersion'] === undefined &&
  refuse(response, 400, -32602);

/** A server of the older protocol version that insists on `initialize`, and on its session where it gives one. */
function wantsInitialize(session: string | undefined): Gate {
  let isInitialized = false;
  return (seen, response) => {
    const { headers, message } = seen;
    if (message.method === 'initialize') {
      isInitialized = true;
      if (session !== undefined) response.setHeader('mcp-session-id', session);
      const result = { protocolVersion: '2025-06-18', capabilities: {} };
      sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
      return true;
    }
    const isTaken = isInitialized && headers['mcp-session-id'] === session;
    return !isTaken && refuse(response, 400, -32000);
  };
}

const bothVersionsBut =
  (code: number): Gate =>
  (seen, response) =>
    seen.message.method === 'initialize'
      ? wantsInitialize(undefined)(seen, response)
      : seen.message.params?.arguments?.odd === true && refuse(response, 400, code);

test.each(
  PROTOCOL_VERSIONS.flatMap((version) =>
    [-32602, -32000, -32042].map((code) => [code, ...version] as const),
  ),
)(
  'a call that is refused with 400 and %i for what it says, of the %s protocol version, is sent once',
  async (code, _, more) => {
    const { call, sent } = await startGatedServer(bothVersionsBut(code));
    for (let calls = 1; calls <= 2; calls += 1) {
      const { structuredContent } = await call({ ...more, arguments: { odd: true } });
      const refused = { code: 'not_taken', status: 400 };
      const wantsPage = { code: 'page_not_handed_on' };
      expect(structuredContent).toMatchObject(code === -32042 ? wantsPage : refused);
      expect(sent('tools/call')).toHaveLength(calls);
    }
    expect(sent('initialize')).toEqual([]);
  },
);

test('a server of the newer protocol version that refuses a call without metadata answers assistants of the older', async () => {
  const { call, sent } = await startGatedServer(wantsMetadata);
  for (let calls = 0; calls < 3; calls += 1) {
    expect((await call()).structuredContent).toMatchObject({ version: '2026-07-28' });
  }
  expect(sent('tools/call')).toHaveLength(4);
});

test.each([
  ['with a session', 's-1'],
  ['without', undefined],
])(
  'a server of the older protocol version, %s, that turns into one of the newer alone is found again',
  async (_, session) => {
    const { call, sent, upstream } = await startGatedServer(wantsInitialize(session));
    expect((await call()).structuredContent).toMatchObject({ version: '2025-06-18' });
    expect(sent('initialize')).toHaveLength(1);
    upstream.gate = wantsMetadata;
    for (const [, more] of PROTOCOL_VERSIONS) {
      expect((await call(more)).structuredContent).toMatchObject({ version: '2026-07-28' });
    }
  },
);
