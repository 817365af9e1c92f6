import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

const ASKS = [
  '[ -z "$FLEET_ANSWER_FILE" ] || exec cat "$FLEET_ANSWER_FILE"',
  'echo \'{"ask":{"text":"Go on?","wait":true}}\' >> "$FLEET_COMMANDS_FILE"',
].join('\n');

test('with run_as, a job goes on although somebody took the name of its folder while it waited', async ({
  skip,
}) => {
  skip(process.geteuid?.() !== 0, 'only root can run jobs as another user');
  proves('ATTACK-taken-workplace');
  const { cloud, file } = await startTestMachine({
    config: 'mode: control\nrun_as: nobody\n',
    skills: { asks: shellSkill(ASKS) },
  });
  const id = await cloud.run('asks');
  await cloud.job(id, ({ status }) => status === 'waiting');
  const taken = `/tmp/fleet-job-${id}`;
  mkdirSync(taken);
  onTestFinished(() => rmSync(taken, { recursive: true, force: true }));
  await cloud.send('job.answer', { machine_job_id: id, answer: 'the answer', by: 'Ada' });
  const job = await cloud.job(id, ({ status }) => ['succeeded', 'failed'].includes(status));
  expect([job.status, job.failure]).toEqual(['succeeded', null]);
  expect(await file(`jobs/${id}/stdout`)).toContain('the answer');
  expect(readdirSync(taken)).toEqual([]);
  const left = readdirSync('/tmp').filter((name) => name.startsWith(`fleet-job-${id}`));
  expect(left).toEqual([`fleet-job-${id}`]);
});
