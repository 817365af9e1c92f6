import { z } from 'zod';
import { anyText, beforeCursor, machineName, pageSize, text } from '../catalogue/input-fields.ts';
import { parseTimeSpan } from '../catalogue/iso-time.ts';
import { type Call, defineOperation } from '../catalogue/operation.ts';
import { listOf } from '../catalogue/record-fields.ts';
import { type Page, parseCursor, toPage } from '../database/page.ts';
import { firstIdAt, formatId } from '../database/row-id.ts';
import type { DeliveryFilter } from '../database/search/delivery-filter.ts';
import { searchTerm } from '../database/search/search-text.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';
import { deliverySummarySchema, toListedSummary } from './delivery-record.ts';
import {
  findListedDeliveries,
  type ListedDelivery,
  listDeliveries as listRows,
} from './listed-deliveries.ts';

/** After this time a search gives the page it has and where to continue. */
const SEARCH_MS = 150;

export const listDeliveries = defineOperation({
  name: 'list_deliveries',
  description:
    'Webhooks newest first, rejected, skipped and duplicate ones included, and what hosted URLs hold, lost or refused; searched and filtered.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({
    machine: machineName().optional(),
    skill: anyText('Only deliveries for this skill.').optional(),
    outcome: anyText(
      'Only those accepted, rejected, skipped or duplicate; of hosted URLs also held, lost or refused.',
    ).optional(),
    via: z
      .enum(['http', 'ingress'])
      .describe("Through the machine's own URL, or a hosted one.")
      .optional(),
    q: text(
      0,
      200,
      'Text anywhere in the ids of sender and machine, reason, code, path, address or user agent.',
    ).optional(),
    since: anyText('ISO 8601 time or date: only what was received at or after it.').optional(),
    until: anyText('ISO 8601 time, or a date for the whole of its day (UTC).').optional(),
    delivery_id: anyText("The sender's delivery id, exactly.").optional(),
    job: anyText("The machine's id of the started job, exactly.").optional(),
    before: beforeCursor(),
    limit: pageSize(100, 20),
  }),
  rest: { method: 'GET', path: '/deliveries' },
  responses: { 200: listOf('deliveries', deliverySummarySchema) },
  refusals: ['unknown_machine', 'ambiguous_machine'],
  async run(call, { machine, q, since, until, before: cursor, limit, ...exact }) {
    const filter = {
      machine: machine === undefined ? undefined : (await resolveMachine(call, machine)).id,
      skill: exact.skill,
      outcome: exact.outcome,
      via: exact.via,
      sender_delivery_id: exact.delivery_id,
      machine_job_id: exact.job,
      from: since === undefined ? undefined : firstIdOf(parseTimeSpan(since, 'since').from),
      to: until === undefined ? undefined : firstIdOf(parseTimeSpan(until, 'until').to),
    };
    const page = { before: parseCursor(cursor), limit };
    const { rows, nextBefore } = await pageOf(call, filter, { ...page, term: searchTerm(q ?? '') });
    return { body: { deliveries: rows.map(toListedSummary), next_before: nextBefore } };
  },
});

/** Times before 1970 are before every delivery. */
function firstIdOf(ms: number): number {
  return firstIdAt(Math.max(ms, 0));
}

interface PageQuery {
  readonly before: number | undefined;
  readonly limit: number;
  readonly term: string;
}

async function pageOf(
  { service, caller }: Call,
  filter: DeliveryFilter,
  { before: from, limit, term }: PageQuery,
): Promise<Page<ListedDelivery>> {
  const { store } = service;
  const { organisation } = caller;
  const now = service.clock.now();
  if (term === '') {
    const page = { before: from, limit, now };
    return toPage(await store.read((db) => listRows(db, organisation, filter, page)), limit);
  }
  const { ids, reached } = await store.findByText({
    organisation,
    filter,
    term,
    before: from,
    limit: limit + 1,
    withinMs: SEARCH_MS,
  });
  const { rows, nextBefore } = toPage(
    await store.read((db) => findListedDeliveries(db, organisation, { ids, now })),
    limit,
  );
  if (nextBefore !== null || reached === null) return { rows, nextBefore };
  return { rows, nextBefore: formatId('page', reached) };
}
