import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  type SampleKind,
  writeSampleMachine,
} from '../../../src/machine/sample/write-sample-machine.ts';
import { startMachine } from '../../../src/machine/start.ts';
import { startFakeCloud, TOKEN } from '../../support/machine/fake-cloud.ts';
import { isOver } from '../../support/machine/read-jobs.ts';

/** A machine of the demonstration, on the computer's own clock as there. */
async function startSample(kind: SampleKind) {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-sample-'));
  await writeSampleMachine(folder, kind);
  const cloud = await startFakeCloud();
  const machine = startMachine({ baseUrl: cloud.baseUrl, token: TOKEN, folder });
  onTestFinished(async () => {
    await machine.stop();
    await rm(folder, { recursive: true, force: true });
  });
  await machine.ready;
  return { cloud, report: cloud.syncs[0]?.report };
}

test('the machine in control mode has every skill of the sample and runs them for real', async () => {
  const { cloud, report } = await startSample('control');
  expect(report?.broken_skills).toEqual([]);
  expect(report?.skills.map(({ name }) => name)).toEqual([
    ...['always-fails', 'copy-backup', 'deploy-check', 'disk-usage', 'nightly-report'],
    ...['review-change', 'shop-status', 'triage-issue'],
  ]);
  const check = await cloud.run('deploy-check', { payload: { ref: 'main' } });
  const disk = await cloud.run('disk-usage');
  const fails = await cloud.run('always-fails');
  expect(await cloud.job(disk, isOver)).toMatchObject({ status: 'succeeded' });
  expect(await cloud.job(fails, isOver)).toMatchObject({
    status: 'failed',
    failure: { kind: 'exit_code', message: 'exit code 3: no build of this branch was found' },
  });
  expect(await cloud.job(check, isOver)).toMatchObject({
    title: 'Deploy check main',
    status: 'succeeded',
    headline: expect.stringMatching(/^Ready to deploy/),
    progress: { percent: 90, step: 'system' },
  });
});

test('the scheduled report ends with a question and does not wait', async () => {
  const { cloud } = await startSample('control');
  const { result } = await cloud.send('schedule.run', { name: 'nightly-report' });
  const { machine_job_id: id } = result as { machine_job_id: string };
  expect(await cloud.job(id, isOver)).toMatchObject({
    status: 'succeeded',
    outcome: 'needs_human',
    question: { choices: { options: ['send', 'hold back'], recommended: 'hold back' } },
  });
});

test('one machine of the sample only looks, another is not well', async () => {
  const observe = await startSample('observe');
  expect(observe.report?.policy).toEqual({ mode: 'observe', allow: [], deny: ['logs.tail'] });
  const degraded = await startSample('degraded');
  expect(degraded.report?.checks.filter(({ state }) => state !== 'ok')).toMatchObject([
    { name: 'database', state: 'failing', fix: expect.stringContaining('Start the database') },
    { name: 'certificate', state: 'warning' },
  ]);
});
