import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import {
  startServerWithMachine,
  startServerWithWaitingJob,
} from '../../../support/server-with-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';

const CONTENT = '---\nname: deploy\n---\nDo it.\n';

test('a skill is saved by its machine, which has the last word', async () => {
  proves('OP-save_skill');
  const { server, machine } = await startServerWithMachine({
    answers: {
      'skill.save': ({ args }) =>
        args['allow_unauthenticated']
          ? { result: { skill: 'deploy', created: true } }
          : { error: { code: 'invalid_skill', message: 'line 2: name: must be a text' } },
    },
  });
  const input = { machine: 'build-01', skill: 'deploy', content: CONTENT };
  const refused = await server.tool('save_skill', input);
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
  expect(refused.body.detail).toBe('line 2: name: must be a text');
  const saved = await server.tool('save_skill', { ...input, allow_unauthenticated: true });
  expect([saved.status, saved.body]).toMatchObject([200, { skill: 'deploy', created: true }]);
  expect(machine.received.at(-1)?.args).toEqual({
    skill: 'deploy',
    content: CONTENT,
    allow_unauthenticated: true,
  });
  const pending = await startServerWithMachine();
  const held = await pending.server.tool('save_skill', { ...input, wait_seconds: 0 });
  expect([held.status, held.body.pending]).toEqual([202, true]);
});

test('a skill is deleted by its machine', async () => {
  proves('OP-delete_skill');
  const moved = 'jobs/.removed-skills/deploy-1';
  const { server } = await startServerWithMachine({
    answers: {
      'skill.delete': ({ args }) =>
        args['skill'] === 'deploy'
          ? { result: { skill: 'deploy', moved_to: moved } }
          : { error: { code: 'unknown_skill', message: 'the machine has no skill other' } },
    },
  });
  const deleted = await server.tool('delete_skill', { machine: 'build-01', skill: 'deploy' });
  expect([deleted.status, deleted.body]).toMatchObject([200, { skill: 'deploy', moved_to: moved }]);
  const lacking = await server.tool('delete_skill', { machine: 'build-01', skill: 'other' });
  expect([lacking.status, lacking.body.code]).toEqual([404, 'not_found']);
});

test('a replay is a new job of trigger replay, started by the old one on its machine', async () => {
  proves('OP-replay_job');
  const { server, machine, job } = await startServerWithWaitingJob({
    'job.replay': ({ args }) => ({
      result: { machine_job_id: `again-${args['job']}` },
      jobs: [
        runReport(String(args['job']), {
          machine_job_id: `again-${args['job']}`,
          trigger: 'replay',
          status: 'succeeded',
          outcome: 'done',
        }),
      ],
    }),
  });
  for (const way of [
    () => server.tool('replay_job', { job }, 'run'),
    () => server.call(`/api/v1/jobs/${job}/replay`, { method: 'POST', scope: 'run' }),
  ]) {
    const replay = await way();
    expect([replay.status, replay.body.pending]).toEqual([202, true]);
    expect(replay.body.job).not.toBe(job);
    const command = { command: replay.body.command_id, wait_seconds: 10 };
    expect((await server.tool('get_command', command)).body.status).toBe('succeeded');
    const { body } = await server.tool('get_job', { job: replay.body.job });
    expect(body).toMatchObject({ trigger: 'replay', machine_job_id: `again-${replay.body.job}` });
    expect(machine.received.at(-1)?.args).toEqual({
      machine_job_id: `m-${job}`,
      job: replay.body.job,
    });
  }
});
