import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFile } from '../../../src/base/disk/file-lock.ts';
import { Journal } from '../../../src/flow/secret/journal.ts';
import { entryText, readEntry, type SecretEntry } from '../../../src/flow/secret/journal-entry.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const ENTRY: SecretEntry = {
  id: 'abcdefghijkl',
  state: 'asking',
  baseUrl: 'https://fleet.example.com',
  machine: 'build-01',
  name: 'A',
  force: false,
  requestId: 'cli-1',
  commandId: null,
  askedAtMs: 0,
  expiresAtMs: 1,
  target: { kind: 'stdout' },
  keyStore: 'unsettled',
  publicKey: '',
  secretKey: null,
  sealed: null,
};

/** A journal in which another process has seen the new entry's lock and tidies up. */
async function busyJournal() {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-journal-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const journal = await Journal.open(folder);
  const lockPath = join(journal.folder, `${ENTRY.id}.lock`);
  const other = await lockFile(lockPath);
  const clock = createFakeClock();
  let ended: unknown;
  void journal.create(ENTRY, clock).then(
    (locked) => {
      ended = locked.entry.id;
      locked.release();
    },
    (error) => {
      ended = error.facts.code;
    },
  );
  const later = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(20);
    return ended;
  };
  const letGo = async () => {
    await rm(lockPath);
    other?.release();
  };
  return { later, letGo };
}

test('a new entry waits for who tidies up, and does not take it for somebody at work on it', async () => {
  const { later, letGo } = await busyJournal();
  for (let looks = 0; looks < 5; looks += 1) expect(await later()).toBeUndefined();
  await letGo();
  await expect.poll(later).toBe(ENTRY.id);
});

test('it does not wait for ever', async () => {
  const { later } = await busyJournal();
  await expect.poll(later, { interval: 1 }).toBe('in_use');
});

test('an entry with a time that no date has is none', () => {
  expect(readEntry(entryText(ENTRY), ENTRY.id)).toEqual(ENTRY);
  expect(readEntry(entryText({ ...ENTRY, expiresAtMs: 1e300 }), ENTRY.id)).toBeUndefined();
});
