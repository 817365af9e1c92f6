import { expect, test } from 'vitest';
import { queueCommand } from '../../../src/server/commands/queue-command.ts';
import { formatId } from '../../../src/server/database/row-id.ts';
import { toJobDetail } from '../../../src/server/jobs/job-record.ts';
import { resolveJob } from '../../../src/server/jobs/resolve-job.ts';
import { proves } from '../../support/proves.ts';
import { jobReport } from '../../support/sync-reports.ts';
import { openServiceWithMachine, QUESTION } from '../../support/test-service.ts';

async function serviceWithQuestion(status: 'waiting' | 'succeeded') {
  const { fixture, machine } = await openServiceWithMachine();
  const outcome = status === 'succeeded' ? 'needs_human' : null;
  await machine.sync({ jobs: [jobReport({ status, outcome, question: QUESTION })] });
  const job = await resolveJob(fixture.call(), '20261001-1');
  const args = {
    machine_job_id: '20261001-1',
    answer: 'do it',
    options: ['yes'],
    resume: 'auto',
    by: 'tests',
  };
  const order = {
    machine: machine.row,
    type: 'job.answer',
    args,
    job,
    audit: 'job.answer',
  } as const;
  const command = formatId('cmd', (await queueCommand(fixture.call(), order)).id);
  await machine.sync();
  const deliver = (resumed: boolean) =>
    machine.sync({
      results: [
        {
          command,
          error: null,
          result: { machine_job_id: '20261001-1', delivered: true, resumed },
        },
      ],
    });
  const read = () => resolveJob(fixture.call(), '20261001-1');
  return { fixture, machine, deliver, read };
}

test('an answer that the machine took ends the asking at once', async () => {
  proves('STATE-job-answer-waiting');
  const { machine, deliver, read } = await serviceWithQuestion('waiting');
  await deliver(false);
  const job = await read();
  expect(toJobDetail({ job, machine: machine.row, commands: [] })).toMatchObject({
    state: 'in_progress',
    status: 'running',
    answer: { text: 'do it', options: ['yes'], by: 'tests', at: '2026-10-01T12:00:00.000Z' },
  });
});

test.each([
  [true, 'in_progress', 'running'],
  [false, 'done', 'succeeded'],
] as const)(
  'a run that ended with a question, resumed %s, is %s',
  async (resumed, state, status) => {
    const { deliver, read } = await serviceWithQuestion('succeeded');
    await deliver(resumed);
    expect(await read()).toMatchObject({ state, status });
  },
);

test('an answer does not silence a question that the machine asked since', async () => {
  const { fixture, machine, deliver, read } = await serviceWithQuestion('waiting');
  fixture.clock.advance(1000);
  const next = { ...QUESTION, text: 'And the other one?' };
  await machine.sync({ jobs: [jobReport({ status: 'waiting', question: next })] });
  await deliver(false);
  expect(await read()).toMatchObject({ state: 'needs_input', status: 'waiting' });
});
