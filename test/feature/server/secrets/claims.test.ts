import { expect, test } from 'vitest';
import { issueKey } from '../../../../src/server/access/issue-key.ts';
import { ROUTES } from '../../../requirements.ts';
import { proves } from '../../../support/proves.ts';
import { startSecretServer } from '../../../support/secret-server.ts';

const MINUTE = 60_000;

test('a secret is asked for, sealed on the machine, and handed out once to the key that asked', async () => {
  proves(
    'ROUTE-POST-/api/v1/machines/{machine}/secrets',
    'ROUTE-POST-/api/v1/commands/{command}/claim',
    'FIELD-sealed-secret',
    'STATE-claim-pending-sealed',
    'STATE-claim-sealed-claimed',
    'RULE-7',
  );
  const fixture = await startSecretServer();
  const asked = await fixture.ask();
  expect(asked.status).toBe(202);
  const { answer } = ROUTES['ROUTE-POST-/api/v1/machines/{machine}/secrets'];
  expect(Object.keys(asked.body)).toEqual([...answer]);
  expect(asked.body).toMatchObject({ name: 'DEPLOY_SECRET', expires_in_seconds: 600 });
  expect(asked.body.machine).toMatch(/^mac_/);
  const { command_id: command } = asked.body;
  const pending = await fixture.claim(command);
  expect([pending.status, pending.body]).toEqual([202, { state: 'pending' }]);
  const [received] = await fixture.collect();
  expect(received).toMatchObject({
    id: command,
    type: 'secret.generate',
    args: { name: 'DEPLOY_SECRET', force: false },
  });
  expect((await fixture.claim(command)).body).toEqual({ state: 'pending' });
  const sealed = await fixture.answer(command, 'the value');
  const claimed = await fixture.claim(command);
  expect([claimed.status, claimed.body]).toEqual([200, { state: 'sealed', sealed }]);
  expect(fixture.opened(claimed.body.sealed)).toBe('the value');
  for (let again = 0; again < 2; again += 1) {
    const later = await fixture.claim(command);
    expect([later.status, later.body]).toEqual([200, { state: 'claimed' }]);
  }
  fixture.clock.advance(10 * MINUTE);
  expect((await fixture.claim(command)).body).toEqual({ state: 'claimed' });
});

test('of fifty claims that race, one gets the value', async () => {
  proves('STATE-claim-sealed-claimed');
  const fixture = await startSecretServer();
  const { command_id: command } = (await fixture.ask()).body;
  await fixture.collect();
  const sealed = await fixture.answer(command, 'once');
  const claims = await Promise.all(Array.from({ length: 50 }, () => fixture.claim(command)));
  const bodies = claims.map(({ body }) => body);
  expect(bodies.filter(({ state }) => state === 'sealed')).toEqual([{ state: 'sealed', sealed }]);
  expect(bodies.filter(({ state }) => state === 'claimed')).toHaveLength(49);
});

test('a claim expires two minutes after its machine received the request, sealed or not', async () => {
  proves('STATE-claim-expired', 'LIM-claim-expiry', 'WIRE-late-truth');
  const fixture = await startSecretServer();
  const first = (await fixture.ask()).body.command_id;
  const second = (await fixture.ask({ name: 'OTHER' })).body.command_id;
  fixture.clock.advance(5 * MINUTE);
  expect((await fixture.claim(first)).body).toEqual({ state: 'pending' });
  await fixture.collect();
  fixture.clock.advance(MINUTE);
  await fixture.answer(second, 'not claimed in time', [first]);
  fixture.clock.advance(MINUTE - 1);
  expect((await fixture.claim(first)).status).toBe(202);
  fixture.clock.advance(1);
  for (const command of [first, second]) {
    const { status, body } = await fixture.claim(command);
    expect([status, body]).toEqual([200, { state: 'expired' }]);
  }
  await fixture.answer(first, 'later still');
  expect((await fixture.claim(first)).body).toEqual({ state: 'expired' });
  expect((await fixture.server.tool('get_command', { command: first })).body).toMatchObject({
    status: 'succeeded',
    late: true,
    result: { state: 'sealed' },
  });
});

test('a value that comes after the two minutes is kept nowhere', async () => {
  const fixture = await startSecretServer();
  const { command_id: command } = (await fixture.ask()).body;
  await fixture.collect();
  fixture.clock.advance(2 * MINUTE);
  await fixture.answer(command, 'too late');
  expect((await fixture.claim(command)).body).toEqual({ state: 'expired' });
  // The secret is on the machine all the same, and whoever asked can learn that.
  expect((await fixture.server.tool('get_command', { command })).body).toMatchObject({
    status: 'succeeded',
    late: true,
    result: { state: 'sealed' },
  });
});

test('a sealed value whose two minutes are not known any more is gone, as the clock was set back an hour', async () => {
  proves('STATE-claim-expired', 'LIM-claim-expiry');
  const fixture = await startSecretServer();
  const { command_id: command } = (await fixture.ask()).body;
  await fixture.collect();
  await fixture.answer(command, 'of an hour ahead');
  fixture.clock.advance(-60 * MINUTE);
  expect((await fixture.claim(command)).body).toEqual({ state: 'expired' });
});

test('the two minutes begin anew where the request was lost on its way', async () => {
  const fixture = await startSecretServer();
  const { command_id: command } = (await fixture.ask()).body;
  await fixture.collect();
  fixture.clock.advance(MINUTE);
  expect((await fixture.collect()).map(({ id }) => id)).toEqual([command]);
  fixture.clock.advance(MINUTE + 1);
  const sealed = await fixture.answer(command, 'in time');
  expect((await fixture.claim(command)).body).toEqual({ state: 'sealed', sealed });
});

test('a request that no machine collected expires with its command', async () => {
  proves('WIRE-claim-unsent');
  const fixture = await startSecretServer();
  const { command_id: command } = (await fixture.ask()).body;
  fixture.clock.advance(10 * MINUTE);
  const { status, body } = await fixture.claim(command);
  expect([status, body]).toEqual([200, { state: 'expired' }]);
});

test('a machine that kept what it had, or failed, says so', async () => {
  proves('STATE-claim-exists', 'STATE-claim-failed');
  const fixture = await startSecretServer();
  const ends = [
    [{ error: null, result: { state: 'exists' } }, { state: 'exists' }],
    [
      { error: { code: 'disk_full', message: 'no room' }, result: null },
      { state: 'failed', error: { code: 'disk_full', message: 'no room' } },
    ],
    ...[{}, 'text', { state: 'sealed' }, { state: 'sealed', sealed: 'A'.repeat(20) }].map(
      (result) =>
        [
          { error: null, result },
          { state: 'failed', error: expect.objectContaining({ code: 'invalid_result' }) },
        ] as const,
    ),
  ] as const;
  for (const [end, state] of ends) {
    const { command_id: command } = (await fixture.ask()).body;
    await fixture.collect();
    await fixture.machine.sync({ results: [{ command, ...end }] });
    const { status, body } = await fixture.claim(command);
    expect([status, body]).toEqual([200, state]);
    fixture.clock.advance(3 * MINUTE);
    expect((await fixture.claim(command)).body).toEqual(state);
  }
});

test('only the key that asked may claim; what is no request of a secret is unknown', async () => {
  proves('WIRE-claim-other-key');
  proves('ROUTE-POST-/api/v1/commands/{command}/claim');
  const fixture = await startSecretServer();
  const { server } = fixture;
  const { command_id: command } = (await fixture.ask()).body;
  await fixture.collect();
  await fixture.answer(command, 'mine');
  const { organisation } = await server.service.store.read((db) =>
    db.selectFrom('machines').select('organisation').executeTakeFirstOrThrow(),
  );
  const other = await server.service.store.write((transaction) =>
    issueKey(transaction, { organisation, name: 'k', scope: 'fleet:admin', expiresAt: null }),
  );
  const foreign = await fixture.claim(command, { authorization: `Bearer ${other.text}` });
  expect([foreign.status, foreign.body.code]).toEqual([403, 'forbidden']);
  expect((await fixture.claim(command)).body.state).toBe('sealed');
  const ping = await server.tool('send_command', { machine: 'build-01', type: 'ping' });
  for (const named of [ping.body.command_id, 'cmd_00000000000', 'nothing']) {
    const { status, body } = await fixture.claim(named);
    expect([named, status, body.code]).toEqual([named, 404, 'unknown_command']);
  }
});
