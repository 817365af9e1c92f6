import type { JobReport } from '../../src/contract/record/job.ts';

/** A shell job as its machine reports it, running unless told otherwise. */
export function jobReport(changes: Partial<JobReport> = {}): JobReport {
  return {
    machine_job_id: '20261001-1',
    job: null,
    skill: 'deploy-check',
    runner: 'shell',
    model: null,
    title: 'Check the deployment',
    trigger: 'schedule',
    status: 'running',
    outcome: null,
    failure: null,
    headline: null,
    summary: null,
    result: null,
    progress: null,
    links: [],
    question: null,
    answer: null,
    cost_usd: null,
    tokens: null,
    timeline: [],
    artifacts: [],
    started_at: '2026-10-01T12:00:00.000Z',
    ended_at: null,
    updated_at: '2026-10-01T12:00:00.000Z',
    ...changes,
  };
}
