import { expect, test } from 'vitest';
import { awaitCommand } from '../../../src/server/commands/await-command.ts';
import { findCommand, listCommands } from '../../../src/server/commands/command-queries.ts';
import { toCommandDetail, toCommandSummary } from '../../../src/server/commands/command-record.ts';
import { isFinished, nextCommandStatus } from '../../../src/server/commands/command-state.ts';
import { expireDueCommands } from '../../../src/server/commands/expire-commands.ts';
import { queueCommand } from '../../../src/server/commands/queue-command.ts';
import { resolveCommand } from '../../../src/server/commands/resolve-command.ts';
import { formatId } from '../../../src/server/database/row-id.ts';
import { proves } from '../../support/proves.ts';
import { machineReport } from '../../support/sync-reports.ts';
import {
  openServiceWithMachine,
  openTestService,
  type PairedMachine,
  type TestService,
} from '../../support/test-service.ts';

const MINUTE = 60_000;

function queuePing({ call }: TestService, { row }: PairedMachine) {
  return queueCommand(call(), { machine: row, type: 'ping', args: {}, audit: 'command.send' });
}

test.each([
  ['pending', 'deliver', 'delivered'],
  ['pending', 'succeed', undefined],
  ['pending', 'expire', 'expired'],
  ['pending', 'cancel', 'cancelled'],
  ['delivered', 'deliver', undefined],
  ['delivered', 'succeed', 'succeeded'],
  ['delivered', 'fail', 'failed'],
  ['delivered', 'expire', 'expired'],
  ['delivered', 'cancel', 'cancelled'],
  ['succeeded', 'expire', undefined],
  ['failed', 'succeed', undefined],
  ['expired', 'deliver', undefined],
  ['expired', 'succeed', 'succeeded'],
  ['expired', 'fail', 'failed'],
  ['expired', 'expire', 'expired'],
  ['expired', 'cancel', undefined],
  ['cancelled', 'succeed', undefined],
] as const)('a %s command, %s: %s', (status, event, after) => {
  expect(nextCommandStatus(status, event)).toBe(after);
});

test('pending and delivered are the only unfinished statuses', () => {
  const all = ['pending', 'delivered', 'succeeded', 'failed', 'expired', 'cancelled'] as const;
  expect(all.filter((status) => !isFinished(status))).toEqual(['pending', 'delivered']);
});

test('a command is queued with who asked, audited, and waits for its machine', async () => {
  proves('RULE-1', 'FIELD-command', 'EVENT-audit', 'WIRE-command-status', 'WIRE-times');
  const { fixture, machine } = await openServiceWithMachine();
  const command = await queuePing(fixture, machine);
  expect(toCommandSummary(command)).toEqual({
    id: formatId('cmd', command.id),
    type: 'ping',
    status: 'pending',
    asked_by: { kind: 'api_key', id: 'key_1', name: 'tests' },
    machine: formatId('mac', machine.row.id),
    job: null,
    skill: null,
    error: null,
    created_at: '2026-10-01T12:00:00.000Z',
    expires_at: '2026-10-01T12:10:00.000Z',
    delivered_at: null,
    finished_at: null,
    late: false,
  });
  const audit = await fixture.service.store.read((db) =>
    db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow(),
  );
  expect(audit).toMatchObject({
    action: 'command.send',
    actor_kind: 'api_key',
    actor_id: 'key_1',
    command: command.id,
    machine: machine.row.id,
    request_id: 'req-1',
  });
});

test('a command that its machine has not run expires after ten minutes, not a moment before', async () => {
  proves('RULE-2', 'LIM-command-expiry');
  const { fixture, machine } = await openServiceWithMachine();
  const command = await queuePing(fixture, machine);
  const id = formatId('cmd', command.id);
  fixture.clock.advance(10 * MINUTE - 1);
  expect(await resolveCommand(fixture.call(), id)).toMatchObject({ status: 'pending' });
  fixture.clock.advance(1);
  const expired = await resolveCommand(fixture.call(), id);
  expect(toCommandDetail(expired)).toMatchObject({
    status: 'expired',
    error: {
      code: 'expired',
      message: 'the machine has not collected it within 10 minutes; it was not run and will not be',
    },
    result: null,
    finished_at: '2026-10-01T12:10:00.000Z',
  });
});

test('an expired command is never handed out', async () => {
  proves('RULE-2');
  const { fixture, machine } = await openServiceWithMachine();
  await queuePing(fixture, machine);
  fixture.clock.advance(10 * MINUTE);
  expect((await machine.sync()).commands).toEqual([]);
});

test('a command expires once its ten minutes are not known any more, as the clock was set back an hour', async () => {
  proves('RULE-2', 'LIM-command-expiry');
  const { fixture, machine } = await openServiceWithMachine();
  const asked = await queuePing(fixture, machine);
  const seen = await queuePing(fixture, machine);
  fixture.clock.advance(-60 * MINUTE);
  expect((await machine.sync()).commands).toEqual([]);
  const read = await resolveCommand(fixture.call(), formatId('cmd', asked.id));
  const message =
    "the service's clock was set back, so that its 10 minutes are not known; it was not run and will not be";
  expect(toCommandDetail(read)).toMatchObject({ status: 'expired', error: { message } });
  await expireDueCommands(fixture.service);
  const swept = await fixture.service.store.read((db) =>
    findCommand(db, fixture.organisation, seen.id),
  );
  expect(swept?.status).toBe('expired');
});

test('a clock that is put right by seconds leaves commands, for ten minutes in the view of their machine', async () => {
  proves('RULE-2', 'LIM-command-expiry');
  const { fixture, machine } = await openServiceWithMachine();
  const command = await queuePing(fixture, machine);
  fixture.clock.advance(-MINUTE / 2);
  await expireDueCommands(fixture.service);
  const [handed] = (await machine.sync()).commands;
  expect(handed).toMatchObject({ id: formatId('cmd', command.id), expires_in_seconds: 600 });
});

test('whoever waits for a command is woken by its result', async () => {
  proves('RULE-3');
  const { fixture, machine } = await openServiceWithMachine();
  const command = await queuePing(fixture, machine);
  const waiting = awaitCommand(fixture.call(), command, 60);
  await fixture.untilHeld();
  expect(fixture.service.waiters.waiting).toBe(1);
  const [handed] = (await machine.sync()).commands;
  const result = { pong: true };
  await machine.sync({ results: [{ command: handed?.id ?? '', error: null, result }] });
  expect(toCommandDetail(await waiting)).toMatchObject({ status: 'succeeded', result });
  expect(fixture.service.waiters.waiting).toBe(0);
});

test('a result that came before anybody waited is found at once', async () => {
  const { fixture, machine } = await openServiceWithMachine();
  const command = await queuePing(fixture, machine);
  const [handed] = (await machine.sync()).commands;
  const error = { code: 'denied_by_machine', message: 'ping is on the deny list' };
  await machine.sync({ results: [{ command: handed?.id ?? '', error, result: null }] });
  const finished = await awaitCommand(fixture.call(), command, 60);
  expect(toCommandDetail(finished)).toMatchObject({ status: 'failed', error });
});

test('a wait ends with the command as it stands when its time is over', async () => {
  proves('RULE-3');
  const { fixture, machine } = await openServiceWithMachine();
  const command = await queuePing(fixture, machine);
  const waiting = awaitCommand(fixture.call(), command, 30);
  await fixture.untilHeld();
  fixture.clock.advance(30_000);
  expect(await waiting).toMatchObject({ status: 'pending' });
});

test('a wait ends early when the command expires', async () => {
  const { fixture, machine } = await openServiceWithMachine();
  const command = await queuePing(fixture, machine);
  fixture.clock.advance(10 * MINUTE - 5000);
  const waiting = awaitCommand(fixture.call(), command, 60);
  await fixture.untilHeld();
  fixture.clock.advance(5000);
  expect(await waiting).toMatchObject({ status: 'expired' });
});

test('a wait ends when the caller hangs up', async () => {
  const { fixture, machine } = await openServiceWithMachine();
  const command = await queuePing(fixture, machine);
  const hangUp = new AbortController();
  const waiting = awaitCommand(fixture.call({ signal: hangUp.signal }), command, 60);
  await fixture.untilHeld();
  hangUp.abort();
  expect(await waiting).toMatchObject({ status: 'pending' });
  expect(fixture.service.waiters.waiting).toBe(0);
});

test('in observe mode a read is queued and an action is refused, naming the mode', async () => {
  proves('RULE-4', 'ERR-denied_by_machine');
  const { fixture, machine } = await openServiceWithMachine();
  const policy = { mode: 'observe', allow: [], deny: [] } as const;
  await machine.sync({ report: machineReport({ policy }) });
  await expect(queuePing(fixture, machine)).resolves.toMatchObject({ status: 'pending' });
  const restart = queueCommand(fixture.call(), {
    machine: machine.row,
    type: 'service.restart',
    args: { when: 'idle' },
    audit: 'command.send',
  });
  await expect(restart).rejects.toMatchObject({
    code: 'denied_by_machine',
    status: 409,
    message: expect.stringContaining('observe'),
  });
});

test('commands are listed newest first, a page at a time, and filtered', async () => {
  const { fixture, machine } = await openServiceWithMachine();
  const ids: number[] = [];
  for (let count = 0; count < 5; count += 1) ids.unshift((await queuePing(fixture, machine)).id);
  const list = (filter: Parameters<typeof listCommands>[2], before?: number) =>
    fixture.service.store.read((db) =>
      listCommands(db, fixture.organisation, filter, { before, limit: 2 }),
    );
  expect((await list({})).map(({ id }) => id)).toEqual(ids.slice(0, 3));
  expect((await list({}, ids[2])).map(({ id }) => id)).toEqual(ids.slice(3));
  expect(await list({ status: 'failed' })).toEqual([]);
  expect(await list({ type: 'logs.tail' })).toEqual([]);
  expect(await list({ machine: machine.row.id + 1 })).toEqual([]);
});

test.each(['cmd_00000000000', 'cmd_', 'nonsense', ''])('%j is an unknown command', async (text) => {
  proves('ERR-unknown_command');
  const fixture = await openTestService();
  await expect(resolveCommand(fixture.call(), text)).rejects.toMatchObject({
    code: 'unknown_command',
    status: 404,
  });
});

test('a command of another organisation is unknown', async () => {
  const { fixture, machine } = await openServiceWithMachine();
  const command = await queuePing(fixture, machine);
  const other = fixture.call({ organisation: await fixture.addOrganisation('other') });
  await expect(resolveCommand(other, formatId('cmd', command.id))).rejects.toMatchObject({
    code: 'unknown_command',
  });
});
