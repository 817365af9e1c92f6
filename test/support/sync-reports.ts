import type { DeliveryReport } from '../../src/contract/record/delivery.ts';
import type { JobReport } from '../../src/contract/record/job.ts';
import type { MachineReport, SkillReport } from '../../src/contract/record/machine.ts';
import type { SyncRequest } from '../../src/contract/sync.ts';

/** A sync at this time that reports nothing and does not wait. */
export function syncRequest(now: number): SyncRequest {
  const sent_at = new Date(now).toISOString();
  return { sent_at, wait_seconds: 0, jobs: [], holding: [], results: [], events_waiting: 0 };
}

/** The shell skill `deploy-check`, with a signed webhook. */
export function skillReport(changes: Partial<SkillReport> = {}): SkillReport {
  return {
    name: 'deploy-check',
    description: 'Checks a deployment',
    runner: 'shell',
    model: null,
    auth: 'hmac',
    secret_set: true,
    when: [],
    schedule: null,
    webhook: true,
    repository: null,
    ...changes,
  };
}

/** A healthy machine in control mode with the skill `deploy-check`. */
export function machineReport(changes: Partial<MachineReport> = {}): MachineReport {
  return {
    hostname: 'build-01.local',
    version: '0.1.0',
    policy: { mode: 'control', allow: [], deny: [] },
    runners: [{ name: 'shell', ready: true, detail: null }],
    checks: [{ name: 'disk', state: 'ok', message: 'enough room', fix: null }],
    skills: [skillReport()],
    broken_skills: [],
    schedules: [],
    repositories: [],
    config: 'name: build-01\n',
    ...changes,
  };
}

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

/** The job that a run with the id `job` started, as its machine reports it. */
export function runReport(job: string, changes: Partial<JobReport> = {}): JobReport {
  return jobReport({
    machine_job_id: `m-${job}`,
    job,
    title: 'deploy-check',
    trigger: 'run',
    ...changes,
  });
}

/** An accepted webhook on the machine's own URL. */
export function deliveryReport(changes: Partial<DeliveryReport> = {}): DeliveryReport {
  return {
    machine_delivery_id: 'd-1',
    delivery: null,
    sender_delivery_id: 'evt-1',
    skill: 'deploy-check',
    received_at: '2026-10-01T12:00:00.000Z',
    outcome: 'accepted',
    reason: null,
    code: null,
    http_status: 202,
    path: '/hooks/deploy-check',
    address: '192.0.2.7',
    user_agent: 'Sender/1.0',
    sender: 'example',
    headers: { 'content-type': 'application/json' },
    via: 'http',
    machine_job_id: null,
    content_type: 'application/json',
    body_bytes: 2,
    body: null,
    ...changes,
  };
}
