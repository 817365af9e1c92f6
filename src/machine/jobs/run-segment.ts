import { join } from 'node:path';
import type { Clock } from '../../base/time/clock.ts';
import type { JobReport, Runner } from '../../contract/record/job.ts';
import type { ConfigFile } from '../config/config-file.ts';
import type { MachineFolder } from '../folder.ts';
import { MachineError } from '../machine-error.ts';
import type { MachineLog } from '../machine-log.ts';
import type { RunSkill } from '../runners/runner.ts';
import type { SecretsFile } from '../secrets/secrets-file.ts';
import { parseSkill } from '../skills/skill-file.ts';
import { readSkill } from '../skills/skill-folder.ts';
import type { Job } from './job.ts';
import type { JobEvent } from './job-event.ts';
import type { JobFiles } from './job-files.ts';
import type { JobStore } from './job-store.ts';

/** What the board gives a stretch to work with. */
export interface Segment {
  readonly signal: AbortSignal;
  emit(event: JobEvent): void;
  note(facts: Pick<Job, 'session'>): void;
  /** Aborts the stretch after so many seconds; the returned function takes the limit away. */
  limit(seconds: number): () => void;
}

/** Runs a job from here to its end or next question and gives the event of that; never rejects. */
export type RunSegment = (job: Job, stretch: Segment) => Promise<JobEvent>;

export interface RunSegmentOptions {
  readonly folder: MachineFolder;
  readonly clock: Clock;
  readonly log: MachineLog;
  readonly config: ConfigFile;
  readonly secrets: SecretsFile;
  readonly store: JobStore;
  readonly runners: Readonly<Record<Runner, RunSkill>>;
}

/** Makes the function that runs jobs with these runners. */
export function createRunSegment(options: RunSegmentOptions): RunSegment {
  return async (job, stretch) => {
    const { machine_job_id: id, skill } = job.report;
    options.log.write(`job ${id} of skill ${skill} runs`);
    try {
      // A machine that dies from here on must find that the job ran, or it would run it again.
      await options.store.saved(id);
      const event = await run(options, job, stretch);
      options.log.write(`job ${id}: ${stretch.signal.aborted ? 'ended from outside' : event.kind}`);
      return event;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      options.log.write(`job ${id} could not be run: ${message}`);
      const kind = error instanceof MachineError ? error.code : 'internal';
      return { kind: 'fail', failure: { kind, message } };
    }
  };
}

async function run(options: RunSegmentOptions, job: Job, stretch: Segment): Promise<JobEvent> {
  const { report, session } = job;
  const files = options.store.files(report.machine_job_id);
  const { skill, skillFolder } = await findSkillOf(report, files, options.folder.skills);
  const { config } = await options.config.read();
  const readiness = config.runners[report.runner];
  if (readiness?.ready === false) {
    const detail = readiness.detail ?? 'fleet.yaml says so';
    throw new MachineError('runner_not_ready', `runner ${report.runner} is not ready: ${detail}`);
  }
  const all = await options.secrets.read();
  const scrub = await options.secrets.scrub();
  const secret = skill.settings.secret;
  const value = secret === null ? undefined : all[secret];
  const endLimit = stretch.limit(skill.settings.timeout_seconds);
  try {
    return await options.runners[report.runner]({
      report,
      session,
      skill,
      skillFolder,
      files,
      payload: (await files.read('payload')) ?? '',
      secrets: secret === null || value === undefined ? {} : { [secret]: value },
      scrub,
      clock: options.clock,
      outputBytesMax: config.output_bytes_max,
      signal: stretch.signal,
      emit: stretch.emit,
      advance: (next) => stretch.note({ session: next }),
    });
  } finally {
    endLimit();
    await options.store.tidy(report.machine_job_id);
  }
}

/** The skill that a job runs: the installed one or, for a test, the one that lies with the job. */
async function findSkillOf(report: JobReport, files: JobFiles, skillsFolder: string) {
  const tested = report.trigger === 'test' ? await files.read('SKILL.md') : null;
  if (tested !== null) return { skill: parseSkill(tested), skillFolder: files.folder };
  const { skill } = await readSkill(skillsFolder, report.skill);
  return { skill, skillFolder: join(skillsFolder, skill.name) };
}
