import { expect, test } from 'vitest';
import { OPERATIONS } from '../../requirements.ts';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { startScriptedService } from '../../support/scripted-service.ts';

/** The operation as a service lists it that sends no classes. */
function classless(name: string) {
  return { name, input_schema: { type: 'object', properties: { type: { type: 'string' } } } };
}

async function serviceOf(...names: readonly string[]) {
  const service = await startScriptedService({ tools: names.map(classless) });
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-secret' };
  /** The exit code, and whether anything was sent. */
  async function outcome(...args: readonly string[]) {
    const before = service.calls().length;
    const { code } = await runFleet(['cloud', ...args], { env });
    return [code, service.calls().length > before];
  }
  return { service, outcome };
}

test('what the table calls destructive is asked about, also where a service sends no class', async () => {
  proves('UI-confirm', 'WIRE-client-class-fallback');
  const rows = Object.entries(OPERATIONS).filter(([name]) => name !== 'send_command');
  const destructive = rows.filter(([, row]) => row.class === 'destructive').map(([name]) => name);
  expect(destructive.toSorted()).toEqual([
    'cancel_job',
    'delete_skill',
    'disable_hosted_url',
    'disconnect_machine',
    'enable_hosted_url',
    'save_skill',
  ]);
  const { service, outcome } = await serviceOf(...destructive, 'run_skill', 'brew_tea');
  for (const name of destructive) {
    expect([name, ...(await outcome(name))]).toEqual([name, 2, false]);
    expect([name, ...(await outcome(name, '--yes'))]).toEqual([name, 0, true]);
  }
  expect(await outcome('run_skill')).toEqual([0, true]);
  expect(await outcome('brew_tea')).toEqual([0, true]);
  await service.stop();
});

test('of the commands, a restart and the installation of an update are asked about', async () => {
  proves('UI-confirm-send-command');
  const { service, outcome } = await serviceOf('send_command');
  for (const type of ['service.restart', 'update.install', 'service.restart ']) {
    expect([type, ...(await outcome('send-command', '--type', type))]).toEqual([type, 2, false]);
    const body = `--input={"type":"${type}"}`;
    expect([type, ...(await outcome('send-command', body))]).toEqual([type, 2, false]);
    expect(await outcome('send-command', '--type', type, '--yes')).toEqual([0, true]);
  }
  for (const type of ['ping', 'config.patch', 'update.check']) {
    expect([type, ...(await outcome('send-command', '--type', type))]).toEqual([type, 0, true]);
  }
  await service.stop();
});

test('a catalogue cannot talk a confirmation away with another class', async () => {
  proves('UI-confirm-stricter');
  const lie = { ...classless('delete_skill'), class: 'read' };
  const service = await startScriptedService({ tools: [lie] });
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-secret' };
  expect((await runFleet(['cloud', 'delete-skill'], { env })).code).toBe(2);
  expect(service.calls()).toEqual([]);
  await service.stop();
});
