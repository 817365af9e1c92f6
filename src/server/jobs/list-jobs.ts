import { z } from 'zod';
import { JOB_OUTCOMES, JOB_STATUSES } from '../../contract/record/job.ts';
import { anyText, beforeCursor, machineName, pageSize } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { listOf } from '../catalogue/record-fields.ts';
import { parseCursor, toPage } from '../database/page.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';
import { jobSummarySchema, toJobSummary } from './job-record.ts';
import { listJobs as listRows } from './listed-jobs.ts';

const input = z.strictObject({
  machine: machineName().optional(),
  skill: anyText('Only jobs of this skill.').optional(),
  status: anyText(`Only jobs with this status: ${JOB_STATUSES.join(', ')}.`).optional(),
  outcome: anyText(`Only jobs with this outcome: ${JOB_OUTCOMES.join(', ')}.`).optional(),
  waiting: z.boolean().describe('Only agents that wait for a person.').optional(),
  before: beforeCursor(),
  limit: pageSize(100, 20),
});

const routeInput = input
  .extend({
    waiting: z.enum(['1', 'true']).describe('Only agents that wait for a person.').optional(),
  })
  .transform(({ waiting, ...rest }) => ({ ...rest, waiting: waiting !== undefined }));

export const listJobs = defineOperation({
  name: 'list_jobs',
  description: 'Jobs newest first, filtered by machine, skill, status, outcome or waiting.',
  scope: 'fleet:read',
  class: 'read',
  input,
  rest: { method: 'GET', path: '/jobs', input: routeInput },
  responses: { 200: listOf('jobs', jobSummarySchema) },
  refusals: ['unknown_machine', 'ambiguous_machine'],
  async run(call, { machine, before: cursor, limit, ...filter }) {
    const { store } = call.service;
    const { organisation } = call.caller;
    const only = machine === undefined ? undefined : (await resolveMachine(call, machine)).id;
    const page = { before: parseCursor(cursor), limit };
    const rows = await store.read((db) =>
      listRows(db, organisation, { machine: only, ...filter }, page),
    );
    const { rows: listed, nextBefore } = toPage(rows, limit);
    const jobs = listed.map((job) =>
      toJobSummary(job, { name: job.machine_name }, job.delivery ?? undefined),
    );
    return { body: { jobs, next_before: nextBefore } };
  },
});
