import { expect, test } from 'vitest';
import { insertAuditEntry, listAuditEntries } from '../../../src/server/audit/audit-queries.ts';
import type { Connection } from '../../../src/server/database/connection.ts';
import {
  findMachine,
  findMachinesNamed,
  insertMachine,
} from '../../../src/server/machines/machine-queries.ts';
import {
  insertOrganisation,
  listOrganisations,
} from '../../../src/server/organisation/organisation-queries.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';
import { openTestStore } from '../../support/test-store.ts';

test('a committed row is read, and a failed transaction leaves nothing', async () => {
  const { store, woken } = await openTestStore();
  await store.write(async (transaction) => {
    await insertOrganisation(transaction, { slug: 'acme', name: 'Acme' });
    transaction.wake('news');
  });
  const failing = store.write(async (transaction) => {
    await insertOrganisation(transaction, { slug: 'lost', name: 'Lost' });
    transaction.wake('no news');
    throw new Error('half way');
  });
  await expect(failing).rejects.toThrow('half way');
  const slugs = (await store.read(listOrganisations)).map(({ slug }) => slug);
  expect(slugs).toEqual(['acme']);
  // A wake is only a hint: where processes share a database, one's own may come back to it.
  expect(new Set(woken)).toEqual(new Set(['news']));
});

test('no statement falls into the transaction of another', async () => {
  const { store } = await openTestStore();
  const gate = Promise.withResolvers<void>();
  const failing = store.write(async (transaction) => {
    await insertOrganisation(transaction, { slug: 'first', name: 'First' });
    await gate.promise;
    throw new Error('rolled back');
  });
  const following = store.write((transaction) =>
    insertOrganisation(transaction, { slug: 'second', name: 'Second' }),
  );
  // The other transaction need not wait for this one, and may have ended by now.
  const seen = (await store.read(listOrganisations)).map(({ slug }) => slug);
  expect(seen).not.toContain('first');
  gate.resolve();
  await expect(failing).rejects.toThrow('rolled back');
  await following;
  expect((await store.read(listOrganisations)).map(({ slug }) => slug)).toEqual(['second']);
});

test('the reading connection cannot write', async () => {
  const { store } = await openTestStore();
  const writing = store.read((db) => db.deleteFrom('organisations').execute());
  await expect(writing).rejects.toMatchObject({ code: 'unavailable' });
});

test('ids go on behind the newest stored one after a restart with a clock that stepped back', async () => {
  const folder = newTemporaryFolder();
  const first = await openTestStore(folder);
  first.clock.advance(3_600_000);
  const before = await first.store.write((transaction) =>
    insertOrganisation(transaction, { slug: 'acme', name: 'Acme' }),
  );
  await first.store.close();
  const second = await openTestStore(folder);
  const after = await second.store.write(async (transaction) => transaction.newId());
  expect(after).toBeGreaterThan(before.id);
});

/** Texts as they come in, each with what is stored: half a character is stored as no character. */
const TEXTS = [
  ['Zoë "in quotes", \\u0041 and\na line', 'Zoë "in quotes", \\u0041 and\na line'],
  ['half \ud83d', 'half \ufffd'],
  ['whole \u{1f680}', 'whole \u{1f680}'],
] as const;

test('rows that one transaction adds at once are stored as each alone would be', async () => {
  const { store } = await openTestStore();
  const { id } = await store.write((transaction) =>
    insertOrganisation(transaction, { slug: 'acme', name: 'Acme' }),
  );
  for (const texts of [TEXTS.slice(0, 1), TEXTS.slice(0, 2), [TEXTS[0], TEXTS[2]]]) {
    const adding = store.write(
      async (transaction) => {
        for (const [name] of texts) await insertAuditEntry(transaction, entryOf(id, name));
        // A statement sees what was added before it.
        return listAuditEntries(transaction.db, id, undefined, { limit: 10 });
      },
      ['acme'],
    );
    const newest = (await adding).slice(0, texts.length).reverse();
    expect(newest.map((row) => row.actor_name)).toEqual(texts.map(([, stored]) => stored));
    expect(newest[0]).toMatchObject({ ...entryOf(id, ''), actor_name: texts[0]?.[1] });
  }
});

test('machines that are looked for at once are each found as alone, before a commit and after it', async () => {
  const { store } = await openTestStore();
  const { acme, other, ids } = await store.write(async (transaction) => {
    const acme = await insertOrganisation(transaction, { slug: 'acme', name: 'Acme' });
    const other = await insertOrganisation(transaction, { slug: 'other', name: 'Other' });
    const ids = [transaction.newId(), transaction.newId(), transaction.newId()] as const;
    for (const [place, organisation] of [acme.id, acme.id, other.id].entries()) {
      const id = ids[place] ?? expect.fail();
      await insertMachine(transaction, { organisation, id, name: 'web', token_hash: `${id}` });
    }
    return { acme: acme.id, other: other.id, ids };
  });
  const [first, second, elsewhere] = ids;
  const find = async (db: Connection) => {
    const byId = [[acme, first] as const, [other, first] as const, [other, elsewhere] as const];
    const named = [[acme, 'web'] as const, [other, 'web'] as const, [acme, 'w\0eb'] as const];
    const found = await Promise.all([
      ...byId.map(async ([organisation, id]) => [await findMachine(db, organisation, id)]),
      ...named.map(([organisation, name]) => findMachinesNamed(db, organisation, name)),
    ]);
    return found.map((machines) => machines.map((machine) => machine?.id));
  };
  const each = [[first], [undefined], [elsewhere], [second, first], [elsewhere], []];
  expect(await store.read(find)).toEqual(each);
  expect(await store.write(({ db }) => find(db), ['acme', 'other'])).toEqual(each);
});

function entryOf(organisation: number, name: string) {
  const whom = { actor_kind: 'person', actor_id: null, actor_name: name } as const;
  const what = { action: 'key.create', machine: organisation, job: null, skill: null } as const;
  return { organisation, ...whom, ...what, command: null, request_id: null, details: null };
}
