import { Failure, settingFailure } from '../../contract/failure.ts';
import { type AuditFacts, recordAuditOf } from '../audit/record-audit.ts';
import type { Connection } from '../database/connection.ts';
import { noDatabase } from '../database/no-database.ts';
import type { OrganisationRow } from '../database/schema.ts';
import type { Store, WriteTransaction } from '../database/store.ts';
import { listOrganisations } from '../organisation/organisation-queries.ts';

/** Who does the dashboard's work: a person at the server's computer, or the server itself. */
export interface Actor {
  readonly kind: 'person' | 'system';
  readonly name: string;
}

/** What every function of `fleet admin` works with. */
export interface Admin {
  readonly store: Store;
  readonly actor: Actor;
  /** Slug of the organisation; needed only where the database has several. */
  readonly organisation?: string | undefined;
}

/** The organisation that is worked on. Throws `Failure` usage where it is not clear which. */
export async function chosenOrganisation(
  db: Connection,
  slug: string | undefined,
): Promise<OrganisationRow> {
  const all = await listOrganisations(db);
  const fitting = slug === undefined ? all : all.filter((candidate) => candidate.slug === slug);
  const [organisation] = fitting;
  if (organisation !== undefined && fitting.length === 1) return organisation;
  if (all.length === 0) {
    throw noDatabase('What is named');
  }
  throw settingFailure('Which organisation is not clear', {
    setting: 'organisation',
    value: slug,
    allowed: all.map((each) => each.slug),
  });
}

interface AdminEntry extends AuditFacts {
  readonly organisation: number;
  readonly actor: Actor;
}

/** Records a change in the transaction that makes it. */
export function audit(
  transaction: WriteTransaction,
  { organisation, actor: { kind, name }, ...facts }: AdminEntry,
): Promise<void> {
  return recordAuditOf(transaction, { organisation, kind, id: null, name }, facts);
}

/** What was named does not exist in the organisation. */
export function notFound(what: string, name: string): Failure {
  return new Failure('refused', {
    code: 'not_found',
    title: `No such ${what}`,
    detail: `There is no ${what} ${JSON.stringify(name)} in the organisation.`,
    status: 404,
  });
}
