import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellSkill, writeMachineFolder } from '../../support/machine/machine-folder.ts';
import { proves } from '../../support/proves.ts';
import { startWholeFleet } from '../../support/whole-fleet.ts';

/** Secrets that are words of the records themselves, and parts of times and ids. */
const WORDS = ['succeeded', 'delivery', 'accepted', 'run-2026', 'machine_job_id', 'received_at'];

/** Secrets too short to be told from words of other texts. */
const SHORT = ['main', '2026', 'status'];

const SHORT_NAMED = 'shorter than 8 characters, so that outputs show them: WORD_6, WORD_7, WORD_8';

const BODY = '{"id": 12345678901234567890, "state": "succeeded"}';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days of the records. */
function daysFrom(now: number): string[] {
  return [now, now + DAY_MS].map((at) => new Date(at).toISOString().slice(0, 10));
}

test('secrets that are everyday words are scrubbed from what is said, and shut nobody out', async () => {
  proves('RULE-7', 'FIELD-artifact-scrubbed', 'FIELD-secret-short', 'OP-replay_job');
  const script = 'cat >> seen; echo "delivery succeeded in 2026, the status of main is told"';
  const skills = { hook: shellSkill(script, '  webhook: true\n') };
  const words = [...WORDS, ...SHORT, ...daysFrom(Date.now())];
  const secrets = Object.fromEntries(words.map((word, n) => [`WORD_${n}`, word]));
  const { machine, server } = await startWholeFleet((folder) =>
    writeMachineFolder(folder, { skills, secrets }),
  );
  const skill = { machine: 'build-01', skill: 'hook' };
  await server.tool('enable_hosted_url', skill);
  const { url } = (await server.tool('get_hosted_url', skill)).body;
  expect((await fetch(url, { method: 'POST', body: BODY })).status).toBe(202);

  const jobs = async () => (await server.tool('list_jobs', {})).body.jobs;
  await expect.poll(async () => (await jobs())[0]).toMatchObject({ status: 'succeeded' });
  const [{ id, machine_job_id }] = await jobs();
  expect((await server.tool('get_job', { job: id })).body).toMatchObject({
    skill: 'hook',
    trigger: 'webhook',
    result: '[scrubbed] [scrubbed] in 2026, the status of main is told',
  });
  const { deliveries } = (await server.tool('list_deliveries', {})).body;
  expect(deliveries).toMatchObject([{ outcome: 'accepted', via: 'ingress', machine_job_id }]);

  const replayed = (await server.tool('replay_job', { job: id })).body.job;
  const replay = async () => (await server.tool('get_job', { job: replayed })).body;
  await expect.poll(replay).toMatchObject({
    status: 'failed',
    failure: { kind: 'no_body', message: expect.stringContaining('kept with [scrubbed]') },
  });
  const again = { delivery: deliveries[0].id, wait_seconds: 10 };
  expect((await server.tool('replay_delivery', again)).body).toMatchObject({ outcome: 'accepted' });
  await expect.poll(async () => (await jobs()).length).toBe(3);
  await expect.poll(async () => (await jobs())[0]).toMatchObject({ status: 'succeeded' });
  const seen = join(machine.folder, 'skills', 'hook', 'seen');
  expect(await readFile(seen, 'utf8')).toBe(`${BODY}${BODY}`);

  const args = { refresh: true };
  const health = { machine: 'build-01', type: 'health.get', args, wait_seconds: 10 };
  const { result } = (await server.tool('send_command', health)).body;
  expect(result.checks).toContainEqual(
    expect.objectContaining({ name: 'secrets', state: 'warning', message: SHORT_NAMED }),
  );
  await machine.stop();
  const path = join(machine.folder, 'jobs', machine_job_id, 'job.json');
  const kept = JSON.parse(await readFile(path, 'utf8'));
  expect(kept.report).toMatchObject({ machine_job_id, status: 'succeeded' });
});
