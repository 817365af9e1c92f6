import type { Connection } from '../database/connection.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { HostedUrlRow } from '../database/tables/webhooks.ts';

type HostedUrlKey = Pick<HostedUrlRow, 'organisation' | 'machine' | 'skill'>;

function urlsOf(db: Connection, organisation: number) {
  return db.selectFrom('hosted_urls').selectAll().where('organisation', '=', organisation);
}

/** Every hosted URL that was ever turned on, of all machines or of one. */
export function listHostedUrls(
  db: Connection,
  organisation: number,
  machine?: number,
): Promise<HostedUrlRow[]> {
  const all = urlsOf(db, organisation).orderBy('machine', 'desc').orderBy('skill');
  return (machine === undefined ? all : all.where('machine', '=', machine)).execute();
}

export function findHostedUrl(
  db: Connection,
  { organisation, machine, skill }: HostedUrlKey,
): Promise<HostedUrlRow | undefined> {
  return urlsOf(db, organisation)
    .where('machine', '=', machine)
    .where('skill', '=', skill)
    .executeTakeFirst();
}

/** A URL with what is known of its machine. */
interface HostedUrlOfToken extends HostedUrlRow {
  readonly report: string | null;
  readonly disconnected_at: number | null;
}

/** The URL whose token has this public part, whichever organisation it belongs to. */
export function findHostedUrlOfToken(
  db: Connection,
  tokenId: number,
): Promise<HostedUrlOfToken | undefined> {
  return db
    .selectFrom('hosted_urls')
    .innerJoin('machines', (join) =>
      join
        .onRef('machines.organisation', '=', 'hosted_urls.organisation')
        .onRef('machines.id', '=', 'hosted_urls.machine'),
    )
    .selectAll('hosted_urls')
    .select(['machines.report', 'machines.disconnected_at'])
    .where('hosted_urls.token_id', '=', tokenId)
    .executeTakeFirst();
}

/** Turns a URL on with a new token, so that one from before stops at once. */
export async function saveHostedUrl(
  { db }: WriteTransaction,
  key: HostedUrlKey,
  token: Pick<HostedUrlRow, 'token_id' | 'secret'>,
): Promise<void> {
  const { organisation, machine, skill } = key;
  await db
    .insertInto('hosted_urls')
    .values({
      organisation,
      machine,
      skill,
      ...token,
      enabled: 1,
      received: 0,
      lost: 0,
      refused: 0,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation', 'machine', 'skill']).doUpdateSet({ ...token, enabled: 1 }),
    )
    .execute();
}

/** Turns a URL off and forgets its token. */
export async function disableHostedUrlRow(
  { db }: WriteTransaction,
  { organisation, machine, skill }: HostedUrlKey,
): Promise<void> {
  await db
    .updateTable('hosted_urls')
    .set({ enabled: 0, secret: '' })
    .where('organisation', '=', organisation)
    .where('machine', '=', machine)
    .where('skill', '=', skill)
    .execute();
}
