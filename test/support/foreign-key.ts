import { issueKey } from '../../src/server/access/issue-key.ts';
import { insertOrganisation } from '../../src/server/organisation/organisation-queries.ts';
import type { TestServer } from './test-server.ts';

/** The text of an admin key of another organisation on the same server. */
export async function foreignKey({ service }: Pick<TestServer, 'service'>): Promise<string> {
  return service.store.write(async (transaction) => {
    const { id } = await insertOrganisation(transaction, { slug: 'other', name: 'Other' });
    const scope = 'fleet:admin';
    const made = await issueKey(transaction, {
      organisation: id,
      name: 'k',
      scope,
      expiresAt: null,
    });
    return made.text;
  });
}
