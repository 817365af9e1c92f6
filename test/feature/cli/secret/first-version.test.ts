import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';

/** What the first version left in its journal when it was stopped, in three states, by the secret's name. */
async function firstEntries() {
  const path = join(import.meta.dirname, '../../../support/first-version/journal.json');
  const entries: readonly { id: string; name: string; publicKey: string }[] = JSON.parse(
    await readFile(path, 'utf8'),
  );
  return new Map(entries.map((entry) => [entry.name, entry]));
}

/** A person who goes on with that journal, in their own folder and with a service of today. */
async function openWithJournal() {
  const entries = await firstEntries();
  const claims = [new TextEncoder().encode('the value')];
  const recipient = entries.get('ASKED')?.publicKey ?? '';
  const service = await openSealingService({ claims, recipient });
  const journal = join(service.folder, 'state', 'secrets');
  await mkdir(journal, { recursive: true, mode: 0o700 });
  for (const entry of entries.values()) {
    const today = { ...entry, baseUrl: service.service.baseUrl, expiresAtMs: Date.now() + 600_000 };
    const text = JSON.stringify(today).replaceAll('/first', service.folder);
    await writeFile(join(journal, `${entry.id}.json`), text, { mode: 0o600 });
    await writeFile(join(journal, `${entry.id}.lock`), '', { mode: 0o644 });
  }
  return { ...service, idOf: (name: string) => entries.get(name)?.id ?? '' };
}

test('entries that the first version wrote are listed, resumed and discarded', async () => {
  proves('UI-secret-first-version', 'UI-secret-journal');
  const { fleet, file, idOf, traces } = await openWithJournal();
  const listed = JSON.parse((await fleet(['secret', 'list', '--json'])).stdout).secrets;
  expect(
    listed.map(({ machine, machine_id, name, state }: Record<string, unknown>) => [
      name,
      state,
      machine,
      machine_id,
    ]),
  ).toEqual([
    ['ASKED', 'asked', 'build-01', null],
    ['OPENED', 'opened', 'build-01', null],
    ['DELIVERING', 'delivering', 'build-01', null],
  ]);
  expect((await fleet(['secret', 'resume', idOf('ASKED')])).code).toBe(0);
  expect(await file('value')).toBe('the value');
  expect((await fleet(['secret', 'resume', idOf('OPENED')])).code).toBe(11);
  const opened = await fleet(['secret', 'resume', 'cmd_2', '--stdout']);
  expect([opened.code, opened.stdout]).toEqual([0, "it's $5"]);
  expect((await fleet(['secret', 'resume'])).code).toBe(11);
  expect((await fleet(['secret', 'discard', idOf('DELIVERING')])).code).toBe(0);
  expect(await traces()).toEqual([]);
});
