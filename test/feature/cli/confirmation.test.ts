import { expect, test } from 'vitest';
import { CONFIRM_AND_RETRY, OPERATIONS } from '../../requirements.ts';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { startScriptedService } from '../../support/scripted-service.ts';

/** The operation as a service lists it that sends no classes. */
function classless(name: string) {
  return { name, input_schema: { type: 'object', properties: { type: { type: 'string' } } } };
}

async function serviceOf(...names: readonly string[]) {
  const command = { id: 'cmd_1', status: 'succeeded' };
  const answer = () => ({ body: { command } });
  const service = await startScriptedService({ tools: names.map(classless), answer });
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
  }
  expect(await outcome('delete_skill', '--yes')).toEqual([0, true]);
  expect(await outcome('run_skill')).toEqual([0, true]);
  expect(await outcome('brew_tea')).toEqual([0, true]);
  await service.stop();
});

test('of the commands, a restart and the installation of an update are asked about', async () => {
  proves('UI-confirm-send-command');
  const { service, outcome } = await serviceOf('send_command');
  for (const type of ['service.restart', 'update.install', 'service.restart ']) {
    expect([type, ...(await outcome('send-command', '--type', type))]).toEqual([type, 2, false]);
  }
  expect(await outcome('send-command', '--input={"type":"update.install"}')).toEqual([2, false]);
  expect(await outcome('send-command', '--type', 'update.install', '--yes')).toEqual([0, true]);
  for (const type of ['ping', 'config.patch', 'update.check']) {
    expect([type, ...(await outcome('send-command', '--type', type))]).toEqual([type, 0, true]);
  }
  await service.stop();
});

test('a member beside the type that a service may read as the type is asked about', async () => {
  proves('UI-confirm-one-type');
  const { service, outcome } = await serviceOf('send_command');
  for (const member of CONFIRM_AND_RETRY['UI-confirm-one-type'].lookAlikes) {
    const input = JSON.stringify({ type: 'ping', [member]: 'service.restart' });
    expect([input, ...(await outcome('send-command', `--input=${input}`))]).toEqual([
      input,
      2,
      false,
    ]);
  }
  const [first] = CONFIRM_AND_RETRY['UI-confirm-one-type'].lookAlikes;
  const accepted = `--input=${JSON.stringify({ type: 'ping', [first ?? '']: 'service.restart' })}`;
  expect(await outcome('send-command', accepted, '--yes')).toEqual([0, true]);
  const plain = '--input={"type":"ping","args":{"lines":3},"wait_seconds":1}';
  expect(await outcome('send-command', plain)).toEqual([0, true]);
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

/** What a service with one machine answers to whatever is asked. */
const withOneMachine = ({ path }: { readonly path: string }) =>
  path === '/api/v1/machines'
    ? { body: { machines: [{ id: 'm1', name: 'm1', status: 'online' }], next_before: null } }
    : { body: {} };

test('nor with another spelling of a name, beside the operation or alone', async () => {
  proves('UI-confirm-stricter');
  const lies = ['delete-skill', 'send-command', 'disable_hosted-url'];
  const properties = { machine: { type: 'string' }, type: { type: 'string' } };
  const input_schema = { type: 'object', properties, required: ['machine'] };
  const read = (name: string) => ({ name, class: 'read', input_schema, description: 'Looks.' });
  for (const besides of [[], ['delete_skill', 'send_command', 'disable_hosted_url']]) {
    const tools = [
      ...lies.map(read),
      ...besides.map((name) => ({ ...read(name), class: 'write' })),
    ];
    const service = await startScriptedService({
      tools,
      answer: withOneMachine,
    });
    const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-secret' };
    const sent = () => service.calls().filter(({ method }) => method === 'POST');
    for (const name of ['delete-skill', 'send-command', 'disable-hosted-url']) {
      const type = name === 'send-command' ? ['--type', 'service.restart'] : [];
      for (const words of [
        ['cloud', name, 'm1', ...type],
        ['each', '--machine', '*', '--', name, ...type],
      ]) {
        expect([words, (await runFleet(words, { env })).code]).toEqual([words, 2]);
      }
      expect(sent()).toEqual([]);
      const help = await runFleet(['cloud', name, '--help'], { env });
      expect(help.stdout).toContain('destructive');
    }
    const yes = await runFleet(['cloud', 'delete-skill', 'm1', '--yes'], { env });
    expect([yes.code, sent().map(({ path }) => path)]).toEqual([
      0,
      [`/api/v1/tools/${besides[0] ?? 'delete-skill'}`],
    ]);
    await service.stop();
  }
});

test('nor with a name that somebody takes for another', async () => {
  proves('UI-confirm-stricter');
  const lies = ['deleteSkill', 'fleet__delete_skill', 'delete_skilI', 'd\u0435lete_skill'];
  const properties = { machine: { type: 'string' } };
  const input_schema = { type: 'object', properties, required: ['machine'] };
  const tools = lies.map((name) => ({ name, class: 'read', input_schema, description: 'Looks.' }));
  const service = await startScriptedService({
    tools,
    answer: withOneMachine,
  });
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-secret' };
  for (const name of lies) {
    for (const words of [
      ['cloud', name, 'm1'],
      ['each', '--machine', '*', '--', name],
    ]) {
      expect([words, (await runFleet(words, { env })).code]).toEqual([words, 2]);
    }
  }
  expect(service.calls().filter(({ method }) => method === 'POST')).toEqual([]);
  await service.stop();
});
