import { settingFailure } from '../../contract/failure.ts';
import type { OrganisationRow } from '../database/schema.ts';

/** What leaves a time after its end, by the rule of its organisation. */
export const HISTORY_KINDS = ['jobs', 'deliveries', 'alerts', 'audit'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

type KeepColumn = `keep_${HistoryKind}`;

/** Days of an organisation that is made now; one from before there was a rule keeps everything. */
export const NEW_RULE = {
  keep_jobs: 90,
  keep_deliveries: 90,
  keep_alerts: 90,
  keep_audit: 400,
} as const satisfies Readonly<Record<KeepColumn, number>>;

const DAYS_MAX = 36_500;
const FOREVER = 'forever';

/** The rule as it is shown and set: days, or `forever`. */
export type ShownRule = Readonly<Record<KeepColumn, number | typeof FOREVER>>;

export function shownRule(row: Pick<OrganisationRow, KeepColumn>): ShownRule {
  return {
    keep_jobs: row.keep_jobs ?? FOREVER,
    keep_deliveries: row.keep_deliveries ?? FOREVER,
    keep_alerts: row.keep_alerts ?? FOREVER,
    keep_audit: row.keep_audit ?? FOREVER,
  };
}

/** The days after which this kind leaves; null is never. */
export function keptDays(row: Pick<OrganisationRow, KeepColumn>, kind: HistoryKind): number | null {
  return row[`keep_${kind}`];
}

/** Whether nothing ever leaves. */
export function keepsEverything(row: Pick<OrganisationRow, KeepColumn>): boolean {
  return HISTORY_KINDS.every((kind) => keptDays(row, kind) === null);
}

/** The changed columns of a rule of which some kinds are given. Throws `Failure` usage. */
export function readRule(
  given: Readonly<Partial<Record<HistoryKind, string | undefined>>>,
): Partial<Record<KeepColumn, number | null>> {
  const columns = HISTORY_KINDS.flatMap((kind) => {
    const text = given[kind];
    return text === undefined ? [] : [[`keep_${kind}`, readDays(kind, text)]];
  });
  return Object.fromEntries(columns);
}

function readDays(kind: HistoryKind, text: string): number | null {
  if (text === FOREVER) return null;
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= DAYS_MAX) return days;
  throw settingFailure('The number of days is not valid', {
    setting: `keep-${kind}`,
    value: text.slice(0, 60),
    allowed: `a whole number of days from 1 to ${DAYS_MAX}, or ${FOREVER}`,
  });
}
