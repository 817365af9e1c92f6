import { join } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { JobReport, Runner } from '../../contract/record/job.ts';
import type { ConfigFile } from '../config/config-file.ts';
import { type AgentProgram, programOf } from '../config/runner-settings.ts';
import type { MachineFolder } from '../folder.ts';
import { MachineError } from '../machine-error.ts';
import type { MachineLog } from '../machine-log.ts';
import type { RunSkill } from '../runners/runner.ts';
import type { SecretsFile } from '../secrets/secrets-file.ts';
import { parseSkill, type Skill } from '../skills/skill-file.ts';
import { readSkill } from '../skills/skill-folder.ts';
import type { Job } from './job.ts';
import type { JobEvent } from './job-event.ts';
import type { JobFiles } from './job-files.ts';
import type { JobStore } from './job-store.ts';

/** What the scheduler gives a segment to work with. */
interface Segment {
  readonly signal: AbortSignal;
  emit(event: JobEvent): void;
  save(facts: Pick<Job, 'session'>): void;
  /** Aborts the segment after so many seconds; the returned function removes the limit. */
  limit(seconds: number): () => void;
}

/** How long a skill that is not installed may run, in seconds. */
const TEST_SECONDS_MAX = 600;

/** Runs a job up to its end or its next question, and gives the event of that; never rejects. */
export type RunSegment = (job: Job, segment: Segment) => Promise<JobEvent>;

interface RunSegmentOptions {
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
  return async (job, segment) => {
    const { machine_job_id: id, skill } = job.report;
    options.log.write(`job ${id} of skill ${skill} started`);
    try {
      // After a crash from here on, the next start must find the job as running, or it would run again.
      await options.store.saved(id);
      const event = await run(options, job, segment);
      options.log.write(`job ${id} ${segment.signal.aborted ? 'was aborted' : endText(event)}`);
      return event;
    } catch (error) {
      const message = messageOf(error);
      options.log.write(`job ${id} failed to run: ${message}`);
      const kind = error instanceof MachineError ? error.code : 'internal';
      return { kind: 'fail', failure: { kind, message } };
    }
  };
}

/** How a segment ended, for the log. */
function endText(event: JobEvent): string {
  switch (event.kind) {
    case 'fail':
      return `failed: ${event.failure.message}`;
    case 'ask':
    case 'end_with_question':
      return 'asks a person';
    default:
      return 'succeeded';
  }
}

/** After these the next part of the job needs its payload as it came: a person answers for that one. */
const GOES_ON: ReadonlySet<JobEvent['kind']> = new Set(['ask', 'end_with_question']);

async function run(options: RunSegmentOptions, job: Job, segment: Segment): Promise<JobEvent> {
  const { report, session } = job;
  const files = options.store.files(report.machine_job_id);
  const { skill, skillFolder } = await findSkillOf(report, files, options.folder.skills);
  const { config } = await options.config.read();
  const readiness = config.runners[report.runner];
  if (readiness?.ready === false) {
    const detail = readiness.detail ?? 'fleet.yaml says so';
    throw new MachineError('runner_not_ready', `runner ${report.runner} is not ready: ${detail}`);
  }
  const program = programOf(config.runners, report.runner);
  const scrub = await options.secrets.scrub();
  // Who may test a skill writes it, and could have it print any secret that it gets.
  const isInstalled = skillFolder !== undefined;
  const secrets = isInstalled ? secretsOf(skill, program, await options.secrets.read()) : {};
  const { limits, run_as: runAs } = config;
  const { timeout_seconds: wanted } = skill.settings;
  const secondsMax = isInstalled ? limits.seconds : Math.min(limits.seconds, TEST_SECONDS_MAX);
  const endLimit = segment.limit(Math.min(wanted, secondsMax));
  let goesOn = false;
  try {
    const event = await options.runners[report.runner]({
      report,
      session,
      skill,
      skillFolder,
      files,
      payload: (await files.read('payload')) ?? '',
      program,
      secrets,
      scrub,
      clock: options.clock,
      outputBytesMax: config.output_bytes_max,
      limits,
      runAs,
      signal: segment.signal,
      emit: segment.emit,
      log: (message) => options.log.write(`job ${report.machine_job_id}: ${message}`),
      advance: (next) => segment.save({ session: next }),
    });
    goesOn = GOES_ON.has(event.kind) && !segment.signal.aborted;
    return event;
  } finally {
    endLimit();
    if (!goesOn) await options.store.scrubFiles(report.machine_job_id);
  }
}

/**
 * The secrets of a skill and of the program that runs it, by environment variable. Throws
 * `MachineError` `runner_not_ready` where one of the program's is not set.
 */
function secretsOf(
  { settings }: Skill,
  program: AgentProgram | undefined,
  all: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const needed = program?.secrets ?? [];
  const unset = needed.find((name) => !Object.hasOwn(all, name));
  if (unset !== undefined) {
    const message = `the secret ${unset}, which fleet.yaml names for the runner, is not set`;
    throw new MachineError('runner_not_ready', message);
  }
  const names = [...needed, ...(settings.secret === null ? [] : [settings.secret])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = all[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The skill that a job runs: the installed one or, for a test, the one stored with the job. */
async function findSkillOf(report: JobReport, files: JobFiles, skillsFolder: string) {
  const tested = report.trigger === 'test' ? await files.read('SKILL.md') : undefined;
  if (tested !== undefined) return { skill: parseSkill(tested), skillFolder: undefined };
  const { skill } = await readSkill(skillsFolder, report.skill);
  return { skill, skillFolder: join(skillsFolder, skill.name) };
}
