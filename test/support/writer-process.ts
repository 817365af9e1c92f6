import { openStore } from '../../src/server/database/open-store.ts';
import { insertOrganisation } from '../../src/server/organisation/organisation-queries.ts';

/**
 * Run as a child process, to be killed: eight at a time write one organisation after the other and
 * name each on stdout once its transaction has resolved.
 */
const [folder = '', round = ''] = process.argv.slice(2);
const clock = { now: () => Date.now(), after: () => () => {} };
const store = await openStore({ folder, clock, role: 'server' }, []);

async function write(writer: number): Promise<never> {
  for (let number = 0; ; number += 1) {
    const slug = `${round}-${writer}-${number}`;
    await store.write((transaction) =>
      insertOrganisation(transaction, { slug, name: 'x'.repeat(500) }),
    );
    process.stdout.write(`${slug}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
