import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';
import { errorOf } from '../../../support/secret/secret-workspace.ts';

const VALUE = new TextEncoder().encode('the value');
const LONE_SURROGATE = '\ud800';

/** A service that answers the look-up of a machine with what the test sets. */
async function openLookUp(machine: object) {
  const meant = { record: machine };
  const service = await openSealingService({
    claims: [VALUE],
    others: ({ method, path }) =>
      method === 'GET' && path.includes('/machines/') ? { body: meant.record } : undefined,
  });
  const ask = (name: string, ...more: string[]) =>
    service.fleet(['secret', 'new', name, 'A', '--dotenv', '.env', '--json', ...more]);
  return { ...service, ask, meant };
}

test('an empty value is delivered nowhere and replaces none', async () => {
  proves('UI-secret-empty');
  const sinks = [
    ['--file', 'value'],
    ['--dotenv', '.env'],
    ['--stdout'],
    ['--', 'sh', '-c', 'echo ran'],
  ];
  for (const sink of sinks) {
    const service = await openSealingService({ claims: [new Uint8Array()] });
    const run = await service.fleet(['secret', 'new', 'box', 'A', ...sink]);
    expect([sink, run.code, run.stdout]).toEqual([sink, 9, '']);
    expect(errorOf(run)).toMatchObject({ code: 'empty_value', exit_code: 9 });
    expect(errorOf(run).advice).toContain('fleet secret new box A --force');
    for (const name of ['value', '.env']) await expect(service.file(name)).rejects.toThrow();
    expect(await service.traces()).toEqual([]);
  }
});

test('a machine of quite another name is a question, and without a person exit 2', async () => {
  proves('UI-secret-unlike-machine');
  const service = await openLookUp({ id: 'mac_9', name: 'prod-db', hostname: 'prod' });
  for (const more of [[], ['--yes']]) {
    const run = await service.ask('build-01', ...more);
    expect([run.code, errorOf(run).code]).toEqual([2, 'other_machine']);
    expect(errorOf(run).detail).toMatch(/build-01.*prod-db \(mac_9\)/);
    expect(errorOf(run).advice).toContain('fleet secret new mac_9 A');
  }
  expect(service.asked()).toEqual([]);
  for (const name of ['PROD', 'mac_9', 'prod-db']) expect((await service.ask(name)).code).toBe(0);
  service.meant.record = { id: 'mac_9' };
  expect((await service.ask('build-02')).code).toBe(0);
});

test('a machine of quite another name is told with the beginning of that', async () => {
  proves('UI-secret-unlike-machine');
  const service = await openLookUp({ id: 'mac_9', name: 'n'.repeat(300_000) });
  const { stderr } = await service.ask('build-01');
  expect(stderr.length).toBeLessThan(1_000);
});

test('a person is asked about a machine of quite another name, and only once', async ({ skip }) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-secret-unlike-machine');
  const service = await openLookUp({ id: 'mac_9', name: 'prod-db', hostname: 'prod' });
  const { env, folder: cwd } = service;
  const words = ['secret', 'new', 'build-01', 'A', '--dotenv', '.env', '--no-color'];
  const declined = await runOnTerminal([...words, '--yes'], { env, cwd, typed: 'n\r' });
  expect([declined.code, service.asked()]).toEqual([3, []]);
  expect(declined.output).toContain('prod-db (mac_9)');
  expect((await runOnTerminal([...words, '--yes'], { env, cwd, typed: 'y\r' })).code).toBe(0);
  expect((await runOnTerminal([...words, '--yes'], { env, cwd })).code).toBe(0);
  expect(service.asked()).toHaveLength(2);
});

test('where the service no longer says which machine a known name means, nothing is asked of it', async () => {
  proves('UI-secret-unlike-machine');
  const service = await openLookUp({ id: 'mac_1', name: 'build-01' });
  expect((await service.ask('build-01')).code).toBe(0);
  service.meant.record = { name: 'build-01' };
  const run = await service.ask('build-01', '--yes');
  expect([run.code, errorOf(run).code]).toEqual([7, 'not_the_service']);
  expect(errorOf(run).detail).toMatch(/build-01.*mac_1/);
  expect(errorOf(run).advice).toContain('fleet secret new mac_1 A');
  expect(service.asked()).toHaveLength(1);
  expect((await service.ask('mac_1')).code).toBe(0);
});

test('an id of a machine that no path can have ends before anything is asked', async () => {
  proves('UI-secret-usable-ids');
  for (const id of [LONE_SURROGATE, '.', '..', 'x'.repeat(201)]) {
    const service = await openLookUp({ id, name: 'build-01' });
    const run = await service.ask('build-01');
    expect([run.code, errorOf(run).code]).toEqual([7, 'not_the_service']);
    expect(service.service.calls().map(({ method }) => method)).toEqual(['GET']);
    expect(await service.traces()).toEqual([]);
  }
});

test('an id of a command that no path can have counts as none, and is found in the audit log', async () => {
  proves('UI-secret-usable-ids');
  for (const id of [LONE_SURROGATE, '..', 'x'.repeat(201)]) {
    const requestIds: string[] = [];
    const inLog = [id, 'cmd_1'];
    const service = await openSealingService({
      claims: [VALUE],
      asking(request) {
        requestIds.push(String(request.headers['x-request-id']));
        return { status: 202, body: { command_id: id } };
      },
      others: ({ path }) => {
        if (!path.endsWith('/list_audit_log')) return undefined;
        const entry = { request_id: requestIds[0], command_id: inLog.shift() };
        return { body: { entries: [entry] } };
      },
    });
    const run = await service.fleet(['secret', 'new', 'box', 'A', '--file', 'value', '--json']);
    expect([run.code, errorOf(run).code]).toEqual([7, 'not_the_service']);
    expect((await service.entries())[0]?.state).toBe('asking');
    expect((await service.fleet(['secret', 'resume'])).code).toBe(0);
    expect(await service.file('value')).toBe('the value');
    expect(service.asked()).toHaveLength(1);
  }
}, 60_000);
