import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { isOver } from '../../support/machine/read-jobs.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

const SKILLS = { hook: shellSkill('echo ran >> ran', '  webhook: true\n') };

test('an accepted delivery whose job cannot be queued yet runs once, as soon as it can', async () => {
  proves('EVENT-job-delivery');
  const listening = await startTestMachine({ skills: SKILLS, listen: '127.0.0.1:0' });
  const { machine, cloud, clock, file, folder } = listening;
  await machine.ready;
  // The folder of jobs takes nothing, as on a full disk.
  const jobs = join(folder, 'jobs');
  await rename(jobs, `${jobs}-away`);
  await writeFile(jobs, '');
  const send = () =>
    fetch(`${machine.webhookUrl()}hook`, { method: 'POST', headers: { 'x-delivery-id': 'd-1' } });
  expect((await send()).status).toBe(202);
  expect(await (await send()).json()).toMatchObject({ outcome: 'duplicate' });
  await rm(jobs);
  await rename(`${jobs}-away`, jobs);
  await expect
    .poll(() => {
      clock.advance(10_000);
      return readdir(jobs);
    })
    .toHaveLength(1);
  const [id = ''] = await readdir(jobs);
  expect(await cloud.job(id, isOver)).toMatchObject({ status: 'succeeded' });
  expect(await file('skills/hook/ran')).toBe('ran\n');
  const accepted = await cloud.until(() =>
    cloud.deliveries.find(({ outcome }) => outcome === 'accepted'),
  );
  expect(accepted.machine_job_id).toBe(id);
});
