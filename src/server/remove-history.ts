import { RESOLVED_ALERTS } from './alerts/resolved-alerts.ts';
import { OLD_ENTRIES } from './audit/old-entries.ts';
import { FINISHED_COMMANDS } from './commands/finished-commands.ts';
import type { Connection } from './database/connection.ts';
import type { EndingTable } from './database/old-rows.ts';
import type { OrganisationRow } from './database/schema.ts';
import { forgetOpenDays } from './database/statistics/keep-days.ts';
import type { Store, WriteTransaction } from './database/store.ts';
import { OLD_DELIVERIES } from './deliveries/old-deliveries.ts';
import { DONE_JOBS, FAILED_JOBS } from './jobs/ended-jobs.ts';
import { type HistoryKind, keptDays } from './organisation/keep-rule.ts';
import { findOrganisation, listOrganisations } from './organisation/organisation-queries.ts';
import type { Service } from './service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Rows of one step: a few milliseconds. */
const STEP_ROWS = 25;
/** Steps of one sweep, with requests in between: 8 million rows a day. */
const STEPS = 4;
/** A rule counts days: while nothing leaves, a look now and then is enough. */
const LOOK_EVERY_MS = 60 * 1000;

const ENDING: readonly { readonly kind: HistoryKind; readonly table: EndingTable }[] = [
  { kind: 'jobs', table: DONE_JOBS },
  { kind: 'jobs', table: FAILED_JOBS },
  { kind: 'jobs', table: FINISHED_COMMANDS },
  { kind: 'deliveries', table: OLD_DELIVERIES },
  { kind: 'alerts', table: RESOLVED_ALERTS },
  { kind: 'audit', table: OLD_ENTRIES },
];

interface DueTable {
  readonly organisation: number;
  readonly kind: HistoryKind;
  readonly table: EndingTable;
}

/**
 * Gives a function that takes a few small steps of ending history by the organisations' rules, to be
 * called with each sweep: each removes the oldest rows of one table, and then it gives some space
 * back. Several processes on one database take their steps one after the other.
 *
 * @param trusted milliseconds, by a time that does not jump ahead
 */
export function createHistoryRemoval(
  { store, clock }: Pick<Service, 'store' | 'clock'>,
  trusted: () => number = clock.now,
): () => Promise<void> {
  let due: readonly DueTable[] = [];
  let lookAt = 0;
  return async () => {
    const now = trusted();
    // Where the clock was set back, that moment is further ahead than it ever is.
    if (due.length === 0 && (now >= lookAt || lookAt > now + LOOK_EVERY_MS)) {
      lookAt = now + LOOK_EVERY_MS;
      due = await store.read((db) => dueTables(db, now));
      await recountOpenDays(store, clock.now());
    }
    for (let step = 0; step < STEPS; step += 1) {
      const [first, ...rest] = due;
      if (first === undefined) break;
      // Where a step fails, its table waits for the next look and keeps no other back.
      due = rest;
      const removed = await store.write((transaction) => removeStep(transaction, first, now));
      if (removed >= STEP_ROWS) due = [...rest, first];
    }
    await store.giveBackSpace();
  };
}

async function recountOpenDays(store: Store, now: number): Promise<void> {
  for (const { id } of await store.read(listOrganisations)) await forgetOpenDays(store, id, now);
}

/** The tables in which something is older than the rule allows. */
async function dueTables(db: Connection, now: number): Promise<readonly DueTable[]> {
  const due: DueTable[] = [];
  for (const organisation of await listOrganisations(db)) {
    for (const { kind, table } of ENDING) {
      const old = oldAt(organisation, kind, now);
      const { id } = organisation;
      if (old && (await table.hasOld(db, old))) due.push({ organisation: id, kind, table });
    }
  }
  return due;
}

/** Removes the oldest rows of one table by the rule as it stands now; gives how many. */
async function removeStep(
  transaction: WriteTransaction,
  { organisation, kind, table }: DueTable,
  now: number,
): Promise<number> {
  const row = await findOrganisation(transaction.db, organisation);
  const old = row && oldAt(row, kind, now);
  return old ? table.removeOld(transaction, { ...old, limit: STEP_ROWS }) : 0;
}

/** What has left its time behind at `now`; undefined where the organisation keeps this kind for ever. */
function oldAt(organisation: OrganisationRow, kind: HistoryKind, now: number) {
  const days = keptDays(organisation, kind);
  if (days === null) return undefined;
  return { organisation: organisation.id, before: now - days * DAY_MS };
}
