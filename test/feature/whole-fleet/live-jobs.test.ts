import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellSkill, writeMachineFolder } from '../../support/machine/machine-folder.ts';
import { proves } from '../../support/proves.ts';
import { startWholeFleet } from '../../support/whole-fleet.ts';

/** A real server with a real machine, whose skill `slow` says `one` and goes on when it may. */
async function startFleetWithSlowSkill() {
  const { machine, server } = await startWholeFleet((folder) => {
    const script = `echo one\nwhile [ ! -e "${folder}/go" ]; do sleep 0.05; done\necho two`;
    const skills = { slow: shellSkill(script), quick: shellSkill('cat "$FLEET_PAYLOAD_FILE"') };
    return writeMachineFolder(folder, { skills });
  });
  const ended = (job: string) =>
    expect.poll(async () => (await server.tool('get_job', { job })).body.status, {
      timeout: 15_000,
    });
  return { server, folder: machine.folder, ended };
}

test('a watched job shows its output while it runs, and none when it has ended', async () => {
  proves('OP-watch_job', 'LIM-watch-time');
  const { ended, folder, server } = await startFleetWithSlowSkill();
  const run = await server.tool('run_skill', { machine: 'build-01', skill: 'slow' });
  const { job } = run.body;
  await ended(job).toBe('running');
  expect((await server.tool('get_job', { job })).body.output).toBeNull();
  const watched = await server.tool('watch_job', { job });
  expect([watched.status, watched.body.stream]).toEqual([200, 'stdout']);
  const seconds = (Date.parse(watched.body.until) - Date.now()) / 1000;
  expect(Math.abs(seconds - 900)).toBeLessThan(30);
  const shown = async () => (await server.tool('get_job', { job })).body.output?.text;
  await expect.poll(shown).toBe('one\n');
  await writeFile(join(folder, 'go'), '');
  await ended(job).toBe('succeeded');
  expect((await server.tool('get_job', { job })).body.output).toBeNull();
}, 60_000);

test('a skill is tested once without being installed', async () => {
  proves('OP-test_skill', 'LIM-wait-test_skill');
  const { folder, server } = await startFleetWithSlowSkill();
  const skill_md =
    '---\nname: tried\ndescription: A test\nfleet:\n  runner: shell\n---\n```sh\ncat "$FLEET_PAYLOAD_FILE"\n```\n';
  const input = { machine: 'build-01', skill_md, payload: { a: 1 }, wait_seconds: 20 };
  const { body, status } = await server.tool('test_skill', input);
  expect([status, body.status, body.trigger, body.skill]).toEqual([
    200,
    'succeeded',
    'test',
    'tried',
  ]);
  expect(await readdir(join(folder, 'skills'))).not.toContain('tried');
  const over = await server.tool('test_skill', { ...input, wait_seconds: 241 });
  expect([over.status, over.body.code]).toEqual([400, 'invalid_request']);
}, 60_000);

test('a replay is a new job with the same payload, and the numbers count both', async () => {
  proves('STATE-job-replay', 'ROUTE-POST-/api/v1/jobs/{job}/replay', 'OP-get_stats');
  const { ended, server } = await startFleetWithSlowSkill();
  const input = { machine: 'build-01', skill: 'quick', payload: { a: 1 }, wait_seconds: 20 };
  const first = (await server.tool('run_skill', input)).body;
  const { body, status } = await server.call(`/api/v1/jobs/${first.id}/replay`, { method: 'POST' });
  expect(status).toBe(202);
  expect(body.job).not.toBe(first.id);
  await ended(body.job).toBe('succeeded');
  const again = (await server.tool('get_job', { job: body.job })).body;
  expect([again.trigger, again.result]).toEqual(['replay', first.result]);
  const stats = (await server.tool('get_stats', { days: 1 })).body;
  expect(stats.totals).toMatchObject({ jobs: { succeeded: 2, failed: 0 } });
  expect(stats.skills).toMatchObject([{ skill: 'quick', runs: 2, failures: 0 }]);
}, 60_000);
