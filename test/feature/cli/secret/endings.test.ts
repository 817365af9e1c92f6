import { once } from 'node:events';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { problemResponse } from '../../../support/scripted-service.ts';
import { type ClaimAnswer, openSealingService } from '../../../support/secret/sealing-service.ts';
import { errorOf, openWorkspaceWithFleet } from '../../../support/secret/secret-workspace.ts';

const VALUE = new TextEncoder().encode('the value');
const NEW = ['secret', 'new', 'box', 'A', '--file', 'value', '--json'];

test.each<[string, ClaimAnswer, number, string, string]>([
  ['exists', 'exists', 11, 'exists', 'fleet secret new box A --force'],
  ['claimed', 'claimed', 11, 'claimed', 'fleet secret new box A --force'],
  ['expired', 'expired', 9, 'secret_expired', 'fleet secret new box A --force'],
  [
    'failed',
    { state: 'failed', error: { code: 'disk_full', message: 'no room' } },
    9,
    'secret_failed',
    'disk_full: no room',
  ],
  [
    'failed with a text',
    { state: 'failed', error: 'the disk is full' },
    9,
    'secret_failed',
    'the disk is full',
  ],
  [
    'failed with something else',
    { state: 'failed', error: { reason: 'no room' } },
    9,
    'secret_failed',
    '{"reason":"no room"}',
  ],
])('a claim that is %s has its own message and exit code, and leaves nothing', async (...row) => {
  proves('UI-exit-9', 'UI-exit-11', 'UI-secret-journal');
  const [, claim, code, name, words] = row;
  const service = await openSealingService({ claims: ['pending', claim] });
  const run = await service.fleet(NEW);
  expect([run.code, run.stdout]).toEqual([code, '']);
  const error = errorOf(run);
  expect(error).toMatchObject({ code: name, exit_code: code, machine: 'box', name: 'A' });
  expect(`${error.detail} ${error.advice}`).toContain(words);
  expect(error.request_id).toBe('req-1');
  expect(await service.traces()).toEqual([]);
});

test('a state nobody knows, and a box that does not open, leave the entry', async () => {
  for (const [claim, code, name] of [
    ['melted', 7, 'not_the_service'],
    [{ state: 'sealed', sealed: 'A'.repeat(80) }, 9, 'cannot_open'],
    [{ state: 'sealed', sealed: 'not base64url!' }, 9, 'cannot_open'],
  ] as const) {
    const service = await openSealingService({ claims: [claim] });
    const run = await service.fleet(NEW);
    expect([run.code, errorOf(run).code]).toEqual([code, name]);
    expect(await service.entries()).toHaveLength(1);
    const { id } = errorOf(run);
    expect((await service.fleet(['secret', 'discard', id])).code).toBe(0);
    expect(await service.traces()).toEqual([]);
  }
});

test('what a claim says is told without the key and cut to its beginning', async () => {
  proves('UI-keys-hidden');
  const FLEET_API_KEY = 'fleet_key_abcdefgh12345678';
  const message = `used ${FLEET_API_KEY}`;
  for (const [claim, told] of [
    [{ state: 'failed', error: message }, 'used [key]'],
    [{ state: 'failed', error: { code: FLEET_API_KEY, message } }, '[key]: used [key]'],
    [{ state: 'failed', error: { reason: message } }, '{"reason":"used [key]"}'],
    [{ state: message }, '"used [key]"'],
  ] as const) {
    const service = await openSealingService({ claims: [claim] });
    const run = await service.fleet(NEW, { env: { FLEET_API_KEY } });
    expect(errorOf(run).detail).toContain(told);
    expect(run.stderr).not.toContain(FLEET_API_KEY);
  }
  const long = 'x'.repeat(5_000);
  for (const claim of [{ state: long }, { state: 'failed', error: { message: long } }]) {
    const service = await openSealingService({ claims: [claim] });
    expect(errorOf(await service.fleet(NEW)).detail.length).toBeLessThan(1_100);
  }
});

test('what the service refuses is its error, and leaves nothing', async () => {
  const fleet = await openWorkspaceWithFleet('observe');
  const observing = await fleet.fleet(['secret', 'new', 'build-01', 'A', '--file', 'value']);
  expect([observing.code, errorOf(observing).code]).toEqual([5, 'denied_by_machine']);
  expect(errorOf(observing).detail).toContain('observe');
  const unknown = await fleet.fleet(['secret', 'new', 'nobody', 'A', '--file', 'value']);
  expect([unknown.code, errorOf(unknown).code]).toEqual([6, 'unknown_machine']);
  expect(await fleet.traces()).toEqual([]);
});

test('a machine that is offline is said to be, and the entry resumes when it is back', async () => {
  proves('UI-exit-8', 'UI-secret-journal');
  const service = await openSealingService({
    claims: [...Array(6).fill('pending'), VALUE],
    others: ({ path }) =>
      path.endsWith('/machines/box') ? { body: { status: 'offline' } } : undefined,
  });
  const run = await service.fleet([...NEW, '--follow-timeout', '2s']);
  expect(run.code).toBe(8);
  expect(run.stderr).toContain('box is offline: the request waits for it');
  const { detail, id } = errorOf(run);
  expect(detail).toContain('It is offline.');
  const list = await service.fleet(['secret', 'list', '--json']);
  expect(JSON.parse(list.stdout).secrets).toEqual([
    expect.objectContaining({ id, state: 'asked', machine: 'box', name: 'A', sink: 'file' }),
  ]);
  const resumed = await service.fleet(['secret', 'resume']);
  expect(resumed.code).toBe(0);
  expect(await service.file('value')).toBe('the value');
  expect(service.asked()).toHaveLength(1);
});

test('Ctrl-C leaves an entry, says how to go on, and a resume collects the value', async () => {
  proves('UI-exit-130', 'UI-secret-journal');
  const service = await openSealingService({ claims: ['pending', 'pending', VALUE] });
  const child = service.start(NEW);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (stderr === '') child.kill('SIGINT');
    stderr += chunk.toString();
  });
  expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
  const { advice, id } = errorOf({ stderr });
  expect(advice).toContain(`fleet secret resume ${id}`);
  const offered = await service.fleet(['__complete', 'secret', 'resume', '']);
  expect(offered.stdout).toBe(`${id}\tA of box\n`);
  expect((await service.fleet(['secret', 'resume', id])).code).toBe(0);
  expect(await service.file('value')).toBe('the value');
});

test('a time to collect that no command has is not believed', async () => {
  proves('UI-secret-journal');
  const seconds = [1e300, -1e9];
  const service = await openSealingService({
    claims: ['pending'],
    asking: () => ({
      status: 202,
      body: { command_id: 'cmd_1', expires_in_seconds: seconds.shift() },
    }),
  });
  for (const _ of [...seconds]) {
    const run = await service.fleet([...NEW, '--follow-timeout', '0.5s']);
    expect([run.code, errorOf(run).code]).toEqual([8, 'still_pending']);
  }
  const list = await service.fleet(['secret', 'list', '--json']);
  const waits = JSON.parse(list.stdout).secrets.map(
    (each: Readonly<Record<string, string>>) =>
      Date.parse(each['expires_at'] ?? '') - Date.parse(each['asked_at'] ?? ''),
  );
  expect(waits).toHaveLength(2);
  for (const waitMs of waits) expect(Math.round(waitMs / 60_000)).toBe(12);
});

test('every request has a key of its own', async () => {
  const service = await openSealingService({ claims: ['exists'] });
  await service.fleet(NEW);
  await service.fleet(NEW);
  const keys = service.asked().map(({ recipient_key }) => recipient_key);
  expect(new Set(keys).size).toBe(2);
});

test('--force is confirmed like a destructive operation', async () => {
  proves('UI-secret-force');
  const fleet = await openWorkspaceWithFleet();
  const ask = (...more: string[]) =>
    fleet.fleet(['secret', 'new', 'build-01', 'A', '--dotenv', '.env', ...more]);
  expect((await ask()).code).toBe(0);
  const { A: first } = await fleet.kept();
  const exists = await ask();
  expect([exists.code, errorOf(exists).code]).toEqual([11, 'exists']);
  expect((await ask('--yes')).code).toBe(11);
  expect((await ask('--force')).code).toBe(2);
  expect((await fleet.kept())['A']).toBe(first);
  expect((await ask('--force', '--yes')).code).toBe(0);
  const { A: second } = await fleet.kept();
  expect(second).not.toBe(first);
  expect(await fleet.file('.env')).toBe(`A=${second}\n`);
});

test.each([
  ['the service', problemResponse(503, 'unavailable'), 7],
  // It may have waited for the service in vain.
  ['a proxy', problemResponse(408, 'request_timeout'), 11],
])(
  'a request whose answer %s lost is never sent again, and found by its request id',
  async (_, lost, code) => {
    proves('UI-secret-journal');
    const requestIds: string[] = [];
    const service = await openSealingService({
      claims: [VALUE],
      asking(request) {
        requestIds.push(String(request.headers['x-request-id']));
        return lost;
      },
      others: ({ path }) =>
        path.endsWith('/list_audit_log')
          ? {
              body: {
                entries: [
                  { request_id: 'another', command_id: 'cmd_9' },
                  { request_id: requestIds[0], command_id: 'cmd_1' },
                ],
              },
            }
          : undefined,
    });
    const run = await service.fleet(NEW);
    expect(run.code).toBe(code);
    const { advice, id } = errorOf(run);
    expect(advice).toContain(`fleet secret resume ${id}`);
    expect((await service.entries())[0]?.state).toBe('asking');
    expect((await service.fleet(['secret', 'resume', id])).code).toBe(0);
    expect(await service.file('value')).toBe('the value');
    expect(service.asked()).toHaveLength(1);
  },
);

test('where nobody tells of the request, the entry waits for its end', async () => {
  let log: object = { ok: true };
  const service = await openSealingService({
    claims: ['pending'],
    asking: () => problemResponse(500, 'internal'),
    others: ({ path }) => (path.endsWith('/list_audit_log') ? { body: log } : undefined),
  });
  expect((await service.fleet(NEW)).code).toBe(7);
  const behindPortal = await service.fleet(['secret', 'resume']);
  expect([behindPortal.code, errorOf(behindPortal).code]).toEqual([7, 'not_the_service']);
  log = { entries: [] };
  const resumed = await service.fleet(['secret', 'resume']);
  expect([resumed.code, errorOf(resumed).code]).toEqual([11, 'request_not_found']);
  expect(service.claims()).toBe(0);
  expect(await service.entries()).toHaveLength(1);
});
