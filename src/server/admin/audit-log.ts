import { settingFailure } from '../../contract/failure.ts';
import { listAuditEntries } from '../audit/audit-queries.ts';
import { toAuditEntry } from '../audit/audit-record.ts';
import { type Admin, chosenOrganisation } from './admin.ts';

interface AuditLogQuery {
  /** An exact action, or a prefix that ends in a dot. */
  readonly action?: string | undefined;
  /** A whole number, as it was typed. */
  readonly limit?: string | undefined;
}

const LIMIT = 50;
const LIMIT_MAX = 1000;

/** The newest entries of the audit log, as `list_audit_log` shows them. Throws `Failure` usage. */
export async function listNewestEntries(
  admin: Admin,
  { action, limit }: AuditLogQuery,
): Promise<readonly ReturnType<typeof toAuditEntry>[]> {
  const most = checkLimit(limit);
  return admin.store.read(async (db) => {
    const { id } = await chosenOrganisation(db, admin.organisation);
    const rows = await listAuditEntries(db, id, action, { before: undefined, limit: most });
    return rows.slice(0, most).map(toAuditEntry);
  });
}

function checkLimit(text: string | undefined): number {
  if (text === undefined) return LIMIT;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= LIMIT_MAX) return limit;
  throw settingFailure('The limit is not valid', {
    setting: 'limit',
    value: text,
    allowed: `a whole number from 1 to ${LIMIT_MAX}`,
  });
}
