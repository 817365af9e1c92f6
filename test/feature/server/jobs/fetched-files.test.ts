import { expect, test } from 'vitest';
import { setOrganisation } from '../../../../src/server/admin/organisation.ts';
import { proves } from '../../../support/proves.ts';
import {
  startServerWithMachine,
  startServerWithWaitingJob,
} from '../../../support/server-with-machine.ts';

const SOURCE = '---\nname: deploy-check\n---\nDo it.\n';

test('a skill is fetched with its summary and its SKILL.md', async () => {
  proves('OP-get_skill');
  const { server, machine } = await startServerWithMachine({
    answers: {
      'skill.get': () => ({
        result: { skill: 'deploy-check', content: SOURCE, summary: { runner: 'shell' } },
      }),
    },
  });
  const wanted = { machine: 'build-01.local', skill: 'deploy-check' };
  const { status, body } = await server.tool('get_skill', wanted, 'run');
  expect(status).toBe(200);
  expect(body).toMatchObject({ content: SOURCE, summary: { runner: 'shell' } });
  expect(machine.received).toMatchObject([{ type: 'skill.get', args: { skill: 'deploy-check' } }]);
});

test('a skill that is still on its way is pending, one the machine lacks not found', async () => {
  const { server } = await startServerWithMachine();
  const wanted = { machine: 'build-01', skill: 'deploy-check', wait_seconds: 0 };
  const pending = await server.tool('get_skill', wanted);
  expect([pending.status, pending.body.pending]).toEqual([202, true]);
  const lacking = await startServerWithMachine({
    answers: { 'skill.get': () => ({ error: { code: 'unknown_skill', message: 'no such' } }) },
  });
  const missing = await lacking.server.tool('get_skill', { ...wanted, wait_seconds: 10 });
  expect([missing.status, missing.body.code]).toEqual([404, 'not_found']);
});

test('a fetch that fails on the machine says so', async () => {
  const { server } = await startServerWithMachine({
    answers: { 'skill.get': () => ({ error: { code: 'internal', message: 'disk broken' } }) },
  });
  const wanted = { machine: 'build-01', skill: 'deploy-check' };
  const { status, body } = await server.tool('get_skill', wanted);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'failed',
    error: { code: 'internal', message: 'disk broken' },
  });
});

test('each of the seven files of a job is fetched', async () => {
  proves('OP-get_job_artifact', 'FIELD-artifact');
  const { server, job } = await startServerWithWaitingJob({
    'job.artifact': ({ args }) => ({
      result: {
        artifact: args['artifact'],
        content: `the ${args['artifact']}`,
        bytes: 9,
        truncated: false,
      },
    }),
  });
  const names = ['stdout', 'stderr', 'prompt', 'result', 'response', 'payload', 'event'];
  for (const artifact of names) {
    const { status, body } = await server.tool('get_job_artifact', { job, artifact }, 'run');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      job,
      artifact,
      content: `the ${artifact}`,
      bytes: 9,
      truncated: false,
      withheld: false,
    });
  }
  const other = await server.tool('get_job_artifact', { job, artifact: 'core' });
  expect(other.body.detail).toContain('`artifact` is "core"; allowed is one of stdout, stderr');
});

test('an artifact has at most 256 KiB: the end of streams, the start of the others', async () => {
  proves('LIM-artifact-size');
  const { server, job } = await startServerWithWaitingJob({
    'job.artifact': ({ args }) => {
      const content = `START${'ü'.repeat(131_072)}END`;
      return { result: { artifact: args['artifact'], content, bytes: 262_152, truncated: false } };
    },
  });
  for (const artifact of ['stdout', 'stderr', 'result', 'payload']) {
    const { body } = await server.tool('get_job_artifact', { job, artifact });
    expect(body.truncated).toBe(true);
    expect(Buffer.byteLength(body.content)).toBeLessThanOrEqual(262_144);
    expect(Buffer.byteLength(body.content)).toBeGreaterThan(262_140);
    const isStream = artifact.startsWith('std');
    expect([body.content.startsWith('START'), body.content.endsWith('END')]).toEqual([
      !isStream,
      isStream,
    ]);
    expect(body.content).not.toContain('\ufffd');
  }
});

test('an organisation that keeps no bodies gets none', async () => {
  proves('FIELD-artifact-withheld');
  const { server, machine, job } = await startServerWithWaitingJob({
    'job.artifact': () => ({ result: { content: 'here', bytes: 4, truncated: false } }),
  });
  const actor = { kind: 'person', name: 'Ada' } as const;
  await setOrganisation({ store: server.service.store, actor }, { storePayloads: false });
  for (const artifact of ['payload', 'event', 'prompt']) {
    const { status, body } = await server.tool('get_job_artifact', { job, artifact });
    expect([status, body.withheld, body.content]).toEqual([200, true, null]);
  }
  expect((await server.tool('get_job_artifact', { job, artifact: 'stdout' })).body.content).toBe(
    'here',
  );
  expect(machine.received.map(({ type }) => type)).toEqual(['job.run', 'job.artifact']);
});

test('a body that was fetched before, or is on its way, is hidden in get_command too', async () => {
  proves('FIELD-artifact-withheld');
  const { server, machine, job } = await startServerWithWaitingJob({
    'job.artifact': ({ args }) =>
      args['artifact'] === 'event'
        ? { hold: true }
        : { result: { artifact: 'payload', content: 'secret text', bytes: 11, truncated: false } },
  });
  const before = (await server.tool('get_job_artifact', { job, artifact: 'payload' })).body;
  expect(before.content).toBe('secret text');
  const wait_seconds = 0;
  const late = (await server.tool('get_job_artifact', { job, artifact: 'event', wait_seconds }))
    .body;
  await expect.poll(() => machine.received.length).toBe(3);
  await server.tool('update_settings', { store_payloads: false });
  const result = { artifact: 'event', content: 'secret event', bytes: 12, truncated: false };
  await machine.sync({ results: [{ command: late.command_id, error: null, result }] });
  for (const command of [before.command_id, late.command_id]) {
    const { body, text } = await server.tool('get_command', { command });
    expect(body).toMatchObject({ status: 'succeeded', result: { withheld: true, content: null } });
    expect(text).not.toContain('secret');
  }
  await server.tool('update_settings', { store_payloads: true });
  const kept = await server.tool('get_command', { command: late.command_id });
  expect(kept.text).not.toContain('secret');
});

test('a job that has not begun has no files', async () => {
  const { server } = await startServerWithMachine();
  const run = { machine: 'build-01', skill: 'deploy-check' };
  const { body: started } = await server.tool('run_skill', run);
  const wanted = { job: started.job, artifact: 'stdout' };
  const { status, body } = await server.tool('get_job_artifact', wanted);
  expect([status, body.code]).toEqual([404, 'not_found']);
});
