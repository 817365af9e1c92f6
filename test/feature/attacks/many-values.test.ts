import { expect, test } from 'vitest';
import { SYNC_PATH } from '../../../src/contract/sync.ts';
import { ATTACKS } from '../../requirements.ts';
import { proves } from '../../support/proves.ts';
import { syncRequest } from '../../support/sync-reports.ts';
import { startTestServer } from '../../support/test-server.ts';

const { messageValuesMax, namesMax, valuesMax } = ATTACKS['ATTACK-many-values'];
const TOOL = '/api/v1/tools/run_skill';

const list = (values: number) => `[${Array(values).fill('1').join(',')}]`;
const members = (values: number, value: string) =>
  `{${Array.from({ length: values }, (_, place) => `"k${place}":${value}`).join(',')}}`;

test('a body of more values than 512 KiB can have is refused unread on every route, and none of fewer', async () => {
  proves('ATTACK-many-values');
  const server = await startTestServer();
  const refused = {
    code: 'invalid_request',
    detail: `The body has more values than the allowed ${valuesMax}.`,
  };
  const run = (payload: string) => `{"machine":"build-01","skill":"s","payload":${payload}}`;
  const ofTool = async (payload: string) => (await server.call(TOOL, { body: run(payload) })).body;
  expect(await ofTool(list(valuesMax + 1))).toMatchObject(refused);
  expect(await ofTool(list(valuesMax - 10))).toMatchObject({ pending: true });
  const lists = `[${Array(valuesMax / 2 + 1).fill('[[]]')}]`;
  expect(await ofTool(lists)).toMatchObject(refused);
  const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_skill","arguments":${run(list(valuesMax))}}}`;
  const hosted = await server.call('/api/mcp', { body: call });
  expect([hosted.status, hosted.body]).toEqual([400, expect.objectContaining(refused)]);
  const sync = JSON.stringify({ ...syncRequest(Date.now()), zz: 'ZZ' });
  const synced = (value: string) =>
    server.call(SYNC_PATH, {
      scope: 'none',
      headers: { authorization: `Bearer ${server.machineToken}` },
      body: sync.replace('"ZZ"', value),
    });
  expect((await synced(list(valuesMax + 1))).body).toMatchObject(refused);
  expect((await synced(list(valuesMax - 1000))).status).toBe(200);
});

test('a message of MCP has so many values beside the arguments of a tool', async () => {
  proves('ATTACK-many-values');
  const server = await startTestServer();
  const ask = async (params: string) => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_machines",${params}}}`;
    const { status, text } = await server.call('/api/mcp', { body });
    return [status, /The message has more[^"]*/.exec(text)?.[0]];
  };
  const refused = [
    400,
    `The message has more values than the allowed ${messageValuesMax} beside the arguments of a tool.`,
  ];
  const many = members(messageValuesMax, '{}');
  expect(await ask(`"_meta":${many}`)).toEqual(refused);
  expect(await ask(`"_meta":{"a":{"b":[${many}]}}`)).toEqual(refused);
  expect(await ask(many.slice(1, -1))).toEqual(refused);
  expect(await ask(`"_meta":${members(messageValuesMax - 20, '{}')}`)).toEqual([200, undefined]);
  expect(await ask(`"arguments":${many}`)).toEqual([200, undefined]);
});

test('an object that is no free value has so many names, wherever it stands in an input', async () => {
  proves('ATTACK-many-values');
  const server = await startTestServer();
  const detailOf = async (path: string, body: string) => {
    const { status, body: answer } = await server.call(path, { body });
    return [status, answer.detail];
  };
  const many = members(namesMax + 1, '"a"');
  const command = (args: string) => `{"machine":"build-01","type":"config.patch","args":${args}}`;
  const run = (rest: string) => `{"machine":"build-01","skill":"s",${rest}}`;
  for (const [path, body, where] of [
    [TOOL, many, 'The input'],
    [TOOL, run(`"headers":${many}`), '`headers`'],
    ['/api/v1/tools/send_command', command(many), '`args`'],
    ['/api/v1/tools/send_command', command(`{"set":${many}}`), '`args.set`'],
  ] as const) {
    const detail = `${where} has more than the allowed ${namesMax} names.`;
    expect(await detailOf(path, body)).toEqual([400, detail]);
  }
  const free = run(`"payload":${many},"headers":${members(namesMax, '"a"')}`);
  expect((await detailOf(TOOL, free))[0]).toBe(202);
});

test('a refusal names three of many wrong fields', async () => {
  const server = await startTestServer();
  const unknown = await server.call(TOOL, { body: members(10_000, '1') });
  expect(unknown.body.detail).toContain('Unknown field "k0", "k1", "k2" and 9997 more; allowed: ');
  const headers = `{"machine":"m","skill":"s","headers":${members(10_000, '1')}}`;
  const { detail } = (await server.call(TOOL, { body: headers })).body;
  expect(detail).toMatch(/^`headers` at k0 is 1; allowed is an object[^`]*$/);
});
