import { z } from 'zod';
import type { JobReport, JobStatus } from '../../contract/record/job.ts';
import { defineCommand } from './define-command.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Numbers of the jobs queued since a time, the last day where none is given. */
export const statsGet = defineCommand({
  type: 'stats.get',
  args: z.strictObject({
    since: z.union([z.iso.datetime({ offset: true }), z.iso.date()]).optional(),
  }),
  async run(machine, { since }) {
    const sinceMs = since === undefined ? machine.clock.now() - DAY_MS : Date.parse(since);
    const reports = machine.store
      .all()
      .map(({ report }) => report)
      .filter((report) => Date.parse(report.timeline[0]?.at ?? report.updated_at) >= sinceMs);
    return {
      since: new Date(sinceMs).toISOString(),
      jobs: reports.length,
      by_status: countByStatus(reports),
      needs_human: reports.filter(({ outcome }) => outcome === 'needs_human').length,
      cost_usd: total(reports, (report) => report.cost_usd),
      tokens: {
        input: total(reports, (report) => report.tokens?.input),
        output: total(reports, (report) => report.tokens?.output),
      },
    };
  },
});

function countByStatus(reports: readonly JobReport[]): Partial<Record<JobStatus, number>> {
  const counts: Partial<Record<JobStatus, number>> = {};
  for (const { status } of reports) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function total(
  reports: readonly JobReport[],
  numberOf: (report: JobReport) => number | null | undefined,
): number {
  const sum = reports.reduce((before, report) => before + (numberOf(report) ?? 0), 0);
  return Math.round(sum * 1e6) / 1e6;
}
