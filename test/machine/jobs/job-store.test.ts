import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Job } from '../../../src/machine/jobs/job.ts';
import { JobStore } from '../../../src/machine/jobs/job-store.ts';
import { newJob } from '../../../src/machine/jobs/new-job.ts';
import { parseSkill } from '../../../src/machine/skills/skill-file.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

const ID = 'run-20260102-030405-aa';
const AT = '2026-01-02T03:04:05Z';

/** A store with a queued job, whose next writes wait for `open`. */
async function slowStore() {
  const folder = join(newTemporaryFolder(), 'jobs');
  await mkdir(join(folder, ID), { recursive: true });
  const gate = Promise.withResolvers<void>();
  let mayWrite: Promise<void> = Promise.resolve();
  const logged: string[] = [];
  let changes = 0;
  const store = new JobStore({
    folder,
    log: { write: (line: string) => void logged.push(line) } as never,
    scrub: async () => {
      await mayWrite;
      return (text) => text;
    },
    kept: async () => 100,
    changed: () => {
      changes += 1;
    },
  });
  const skill = parseSkill(
    '---\nname: deploy\ndescription: Deploys.\nfleet:\n  runner: shell\n---\nDo it.\n',
  );
  const queued = newJob(
    { skill, job: 'job_1', trigger: 'run', payload: {}, headers: {} },
    { id: ID, at: AT, scrub: (text) => text },
  );
  await store.add(queued);
  mayWrite = gate.promise;
  const cancelled: Job = {
    ...queued,
    report: { ...queued.report, status: 'cancelled' },
    reported: false,
  };
  return {
    store,
    cancelled,
    folder,
    logged,
    open: gate.resolve,
    changes: () => changes,
    told: () => store.unreported().map(({ report }) => report.status),
  };
}

test('what a job has come to is reported once the disk has it, and what it was until then', async () => {
  proves('RULE-8', 'STATE-job-cancel');
  const { cancelled, changes, folder, open, store, told } = await slowStore();
  const before = changes();
  store.put(cancelled);
  expect(told()).toEqual(['queued']);
  expect(changes()).toBe(before);
  open();
  await store.saved(ID);
  expect(told()).toEqual(['cancelled']);
  const onDisk = JSON.parse(await readFile(join(folder, ID, 'job.json'), 'utf8'));
  expect(JSON.stringify(onDisk)).toContain('"status":"cancelled"');
  await expect.poll(changes).toBe(before + 1);
});

test('a state that was acknowledged while a newer one is written is not reported again', async () => {
  proves('RULE-8');
  const { cancelled, open, store, told } = await slowStore();
  const collected = store.unreported();
  store.put(cancelled);
  store.acknowledge(collected);
  expect(told()).toEqual([]);
  open();
  await store.saved(ID);
  expect(told()).toEqual(['cancelled']);
  store.acknowledge(store.unreported());
  expect(told()).toEqual([]);
  await store.allSaved();
  expect(told()).toEqual([]);
});

test('a state that the disk does not take is reported all the same', async () => {
  proves('RULE-8');
  const { cancelled, folder, logged, open, store, told } = await slowStore();
  await rm(folder, { recursive: true });
  await writeFile(folder, '');
  store.put(cancelled);
  open();
  await expect(store.saved(ID)).rejects.toThrow('ENOTDIR');
  await expect.poll(told).toEqual(['cancelled']);
  expect(logged).toEqual([expect.stringContaining(`job ${ID} cannot be saved`)]);
});
