import { openStore } from '../../src/server/database/open-store.ts';
import { insertOrganisation } from '../../src/server/organisation/organisation-queries.ts';

/**
 * Run as a child process, to be killed: writes one organisation after the other and names each on
 * stdout once its transaction has resolved.
 */
const [folder = '', round = ''] = process.argv.slice(2);
const clock = { now: () => Date.now(), after: () => () => {} };
const store = await openStore({ folder, clock, role: 'server' }, []);
for (let number = 0; ; number += 1) {
  const slug = `${round}-${number}`;
  await store.write((transaction) =>
    insertOrganisation(transaction, { slug, name: 'x'.repeat(500) }),
  );
  process.stdout.write(`${slug}\n`);
}
