import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellSkill, writeMachineFolder } from '../../support/machine/machine-folder.ts';
import { proves } from '../../support/proves.ts';
import { startWholeFleet } from '../../support/whole-fleet.ts';

/** Secrets that are words of the records themselves, and parts of times and ids. */
const WORDS = [
  'status',
  'webhook',
  'shell',
  'hook',
  'queued',
  'name',
  'delivery',
  'ingress',
  'Z","',
];
const YEARS = ['2025', '2026', '2027', '2028'];

test('secrets that are everyday words are scrubbed from what is said, and shut nobody out', async () => {
  proves('RULE-7', 'FIELD-artifact-scrubbed');
  const skills = { hook: shellSkill('echo "the status of 2026 is told"', '  webhook: true\n') };
  const secrets = Object.fromEntries([...WORDS, ...YEARS].map((word, n) => [`WORD_${n}`, word]));
  const { machine, server } = await startWholeFleet((folder) =>
    writeMachineFolder(folder, { skills, secrets }),
  );
  const skill = { machine: 'build-01', skill: 'hook' };
  await server.tool('enable_hosted_url', skill);
  const { url } = (await server.tool('get_hosted_url', skill)).body;
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(202);

  const jobs = async () => (await server.tool('list_jobs', {})).body.jobs;
  await expect.poll(async () => (await jobs())[0]).toMatchObject({ status: 'succeeded' });
  const [{ id, machine_job_id }] = await jobs();
  expect((await server.tool('get_job', { job: id })).body).toMatchObject({
    skill: 'hook',
    trigger: 'webhook',
    result: 'the [scrubbed] of [scrubbed] is told',
  });
  const { deliveries } = (await server.tool('list_deliveries', {})).body;
  expect(deliveries).toMatchObject([{ outcome: 'accepted', via: 'ingress', machine_job_id }]);
  await machine.stop();
  const path = join(machine.folder, 'jobs', machine_job_id, 'job.json');
  const kept = JSON.parse(await readFile(path, 'utf8'));
  expect(kept.report).toMatchObject({ machine_job_id, status: 'succeeded' });
});
