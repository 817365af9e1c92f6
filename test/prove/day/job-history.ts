import type { JobReport } from '../../../src/contract/record/job.ts';
import { jobReport } from '../../support/sync-reports.ts';

/** A job as a row of the database wants it. */
export interface HistoricJob {
  readonly report: JobReport;
  readonly state: 'done' | 'failed' | 'needs_input' | 'in_progress';
  /** How long before now it was created, in minutes. */
  readonly ageMinutes: number;
  readonly tookMinutes: number;
}

const SKILLS = [
  ['deploy-check', 'Check the deployment of'],
  ['nightly-backup', 'Back up'],
  ['renew-certificates', 'Renew the certificates of'],
  ['triage-issue', 'Triage the issue about'],
  ['update-packages', 'Update the packages of'],
] as const;
const THINGS = ['checkout', 'search', 'billing', 'login', 'export', 'the mail gateway', 'docs'];
const FAILURES = [
  ['exit_code', 'The command ended with exit code 3: disk quota exceeded on /var/lib/backups'],
  ['timed_out', 'It took longer than its 15 minutes'],
  ['exit_code', 'npm ci: 2 packages could not be fetched from the registry'],
] as const;
const QUESTIONS = [
  'Two migrations are pending for the billing database. Apply them now, or after office hours?',
  'The certificate of mail.example.com is also used by a host that this skill does not know. Renew it anyway?',
  'How severe is the data loss that the reporter describes?',
] as const;

const WAITING = 7;
const RUNNING = 12;

/** The jobs of a month, the newest first: some wait, some run, every fourteenth failed. */
export function jobHistory(count: number): readonly HistoricJob[] {
  return Array.from({ length: count }, (_, at) => historicJob(at, at / count));
}

function historicJob(at: number, share: number): HistoricJob {
  const [skill, what] = SKILLS[at % SKILLS.length] ?? SKILLS[0];
  const base = {
    machine_job_id: `h-${at}`,
    skill,
    title: `${what} ${THINGS[(at * 5) % THINGS.length]}`,
    trigger: at % 3 === 0 ? 'schedule' : 'webhook',
  } as const;
  // A question of yesterday evening is older than hundreds of jobs.
  if (at % 97 === 3 && at < 97 * WAITING) return waiting(base, at);
  if (at % 11 === 5 && at < 11 * RUNNING) return running(base, at);
  return ended(base, { at, ageMinutes: 3 + share * 30 * 24 * 60 });
}

type Base = Pick<JobReport, 'machine_job_id' | 'skill' | 'title' | 'trigger'>;

function waiting(base: Base, at: number): HistoricJob {
  const text = QUESTIONS[at % QUESTIONS.length] ?? '';
  const question = {
    text,
    context: 'Nothing is changed until somebody answers.',
    choices: { options: ['yes', 'no', 'tonight'], recommended: 'tonight', multiple: false },
  };
  const report = jobReport({ ...base, runner: 'agent_a', status: 'waiting', question });
  return { report, state: 'needs_input', ageMinutes: 4 + at, tookMinutes: 2 };
}

function running(base: Base, at: number): HistoricJob {
  const percent = (at * 13) % 100;
  const progress = { message: 'Copying files', percent, step: 'copy', recent_updates: [] };
  const report = jobReport({ ...base, status: 'running', progress });
  return { report, state: 'in_progress', ageMinutes: 1 + at / 11, tookMinutes: 1 };
}

function ended(
  base: Base,
  { ageMinutes, at }: { readonly at: number; readonly ageMinutes: number },
): HistoricJob {
  const tookMinutes = 1 + (at % 5) / 2;
  if (at % 14 !== 9) {
    const cost = base.skill === 'triage-issue' ? { cost_usd: 0.03 } : {};
    const headline = `All ${20 + (at % 30)} steps passed`;
    const report = jobReport({ ...base, ...cost, status: 'succeeded', outcome: 'done', headline });
    return { report, state: 'done', ageMinutes, tookMinutes };
  }
  const [kind, message] = FAILURES[at % FAILURES.length] ?? FAILURES[0];
  const report = jobReport({
    ...base,
    status: 'failed',
    failure: { kind, message },
    artifacts: [
      { name: 'stdout', bytes: 900 },
      { name: 'stderr', bytes: 120 },
    ],
  });
  return { report, state: 'failed', ageMinutes, tookMinutes };
}
