import { expect, test } from 'vitest';
import { toCommandDetail } from '../../../src/server/commands/command-record.ts';
import { expireDueCommands } from '../../../src/server/commands/expire-commands.ts';
import { queueCommand } from '../../../src/server/commands/queue-command.ts';
import { resolveCommand } from '../../../src/server/commands/resolve-command.ts';
import { formatId } from '../../../src/server/database/row-id.ts';
import { proves } from '../../support/proves.ts';
import {
  openServiceWithMachine,
  type PairedMachine,
  type TestService,
} from '../../support/test-service.ts';

const MINUTE = 60_000;

function queuePing({ call }: TestService, { row }: PairedMachine) {
  return queueCommand(call(), { machine: row, type: 'ping', args: {}, audit: 'command.send' });
}

function auditOf({ service }: TestService, action: string) {
  return service.store.read((db) =>
    db.selectFrom('audit').selectAll().where('action', '=', action).execute(),
  );
}

test('a delivered command expires as well, and its late result is recorded once, as late', async () => {
  proves('RULE-2', 'WIRE-late-truth');
  const { fixture, machine } = await openServiceWithMachine();
  const command = await queuePing(fixture, machine);
  const id = formatId('cmd', command.id);
  expect((await machine.sync()).commands.map((one) => one.id)).toEqual([id]);
  fixture.clock.advance(10 * MINUTE);
  await expireDueCommands(fixture.service);
  const before = toCommandDetail(await resolveCommand(fixture.call(), id));
  expect(before).toMatchObject({ status: 'expired', late: false, result: null });
  expect(before.error.message).toBe(
    'the machine collected it and has not reported a result within 10 minutes; whether it ran is not known, and a result that still comes is recorded',
  );
  fixture.clock.advance(MINUTE);
  await machine.sync({ results: [{ command: id, error: null, result: { pong: true } }] });
  await machine.sync({ results: [{ command: id, error: null, result: { pong: 'again' } }] });
  const after = toCommandDetail(await resolveCommand(fixture.call(), id));
  expect(after).toMatchObject({ status: 'succeeded', late: true, error: null });
  expect(after).toMatchObject({ result: { pong: true }, finished_at: '2026-10-01T12:11:00.000Z' });
  expect(await auditOf(fixture, 'command.late')).toEqual([
    expect.objectContaining({
      actor_kind: 'machine',
      actor_id: formatId('mac', machine.row.id),
      actor_name: 'build-01',
      command: command.id,
    }),
  ]);
});

test('a result after the time is late, also where nobody has told the command as expired yet', async () => {
  proves('WIRE-late-truth');
  const { fixture, machine } = await openServiceWithMachine();
  const command = await queuePing(fixture, machine);
  const id = formatId('cmd', command.id);
  await machine.sync();
  fixture.clock.advance(10 * MINUTE);
  const error = { code: 'invalid_config', message: 'line 3' };
  await machine.sync({ results: [{ command: id, error, result: null }] });
  const after = toCommandDetail(await resolveCommand(fixture.call(), id));
  expect(after).toMatchObject({ status: 'failed', late: true, error });
});

test('a machine that did not begin a command in time leaves it expired, and says that it was not run', async () => {
  proves('WIRE-late-truth');
  const { fixture, machine } = await openServiceWithMachine();
  const command = await queuePing(fixture, machine);
  const id = formatId('cmd', command.id);
  await machine.sync();
  fixture.clock.advance(10 * MINUTE);
  await expireDueCommands(fixture.service);
  const error = { code: 'expired', message: 'it was not run' };
  await machine.sync({ results: [{ command: id, error, result: null }] });
  const after = toCommandDetail(await resolveCommand(fixture.call(), id));
  expect(after).toMatchObject({ status: 'expired', late: false, error });
  expect(await auditOf(fixture, 'command.late')).toEqual([]);
});

test('a result of a command that expired as the clock was set back is late too', async () => {
  proves('WIRE-late-truth');
  const { fixture, machine } = await openServiceWithMachine();
  const id = formatId('cmd', (await queuePing(fixture, machine)).id);
  await machine.sync();
  fixture.clock.advance(-60 * MINUTE);
  await expireDueCommands(fixture.service);
  const before = toCommandDetail(await resolveCommand(fixture.call(), id));
  expect(before.error?.message).toContain('whether it ran is not known');
  await machine.sync({ results: [{ command: id, error: null, result: { pong: true } }] });
  const after = toCommandDetail(await resolveCommand(fixture.call(), id));
  expect([after.status, after.late]).toEqual(['succeeded', true]);
});
