import { z } from 'zod';
import { OFFSET_MAX } from '../../contract/limits.ts';
import { integer, machineName, pageSize, text } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { count } from '../catalogue/record-fields.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';
import { countInbox, listInbox as listRows } from './inbox-queries.ts';
import { inboxCountsSchema, jobSummarySchema } from './job-record.ts';
import { summariesOfJobs } from './job-summaries.ts';

const input = z.strictObject({
  view: z
    .enum(['all', 'needs_input', 'in_progress', 'done', 'failed'])
    .describe('Only jobs in this state; without it `needs_input` when anyone waits, else `all`.')
    .optional(),
  sort: z
    .enum(['activity', 'oldest', 'progress', 'created'])
    .describe('Latest activity, oldest, furthest or newest first.')
    .default('activity'),
  machine: machineName().optional(),
  skill: text(0, 64, 'Only jobs of this skill.').optional(),
  limit: pageSize(50, 20),
});

const routeInput = input.extend({
  offset: integer(
    0,
    OFFSET_MAX,
    'How many to pass over: `next_offset` of the page before.',
  ).default(0),
});

export const listInbox = defineOperation({
  name: 'list_inbox',
  description:
    'The inbox: jobs with state, progress, headline, links and question, and how many wait for a person and run.',
  scope: 'fleet:read',
  class: 'read',
  input,
  rest: { method: 'GET', path: '/inbox', input: routeInput },
  responses: {
    200: z.strictObject({
      view: z.enum(['all', 'needs_input', 'in_progress', 'done', 'failed']),
      counts: inboxCountsSchema,
      jobs: z.array(jobSummarySchema),
      next_offset: count.nullable(),
    }),
  },
  refusals: ['unknown_machine', 'ambiguous_machine'],
  async run(call, given: z.output<typeof input> & { readonly offset?: number }) {
    const { store } = call.service;
    const { organisation } = call.caller;
    const { limit, sort, skill, offset = 0 } = given;
    const machine =
      given.machine === undefined ? undefined : (await resolveMachine(call, given.machine)).id;
    const counts = await store.read((db) => countInbox(db, organisation, { machine, skill }));
    const view = given.view ?? (counts.needs_input > 0 ? 'needs_input' : 'all');
    const rows = await store.read((db) =>
      listRows(db, organisation, { view, sort, machine, skill, limit, offset }),
    );
    const jobs = rows.slice(0, limit);
    const next = offset + limit;
    return {
      body: {
        view,
        counts,
        jobs: await summariesOfJobs(call, jobs),
        next_offset: rows.length > limit && next <= OFFSET_MAX ? next : null,
      },
    };
  },
});
