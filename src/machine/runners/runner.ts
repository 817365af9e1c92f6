import type { Clock } from '../../base/time/clock.ts';
import type { JobReport } from '../../contract/record/job.ts';
import type { MachineConfig } from '../config/machine-config.ts';
import type { AgentProgram } from '../config/runner-settings.ts';
import type { Session } from '../jobs/job.ts';
import type { JobEvent } from '../jobs/job-event.ts';
import type { JobFiles } from '../jobs/job-files.ts';
import type { Scrub } from '../secrets/scrub.ts';
import type { Skill } from '../skills/skill-file.ts';

/** One segment of a job: from its start, or an answer, to its end or the next question. */
export interface RunContext {
  readonly report: JobReport;
  readonly session: Session;
  readonly skill: Skill;
  /** The folder of the skill's file and of other files that it uses; undefined where it is not installed. */
  readonly skillFolder: string | undefined;
  readonly files: JobFiles;
  /** The payload as JSON text; empty where the job has none. */
  readonly payload: string;
  /** The program of `fleet.yaml` for this runner; undefined where it names none. */
  readonly program: AgentProgram | undefined;
  /** The secrets of the skill and of the program, by environment variable; none for a skill that is not installed. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly scrub: Scrub;
  readonly clock: Clock;
  readonly outputBytesMax: number;
  readonly limits: MachineConfig['limits'];
  /** The user of this computer that scripts run as; null for the machine's own. */
  readonly runAs: string | null;
  /** Aborts when the job is cancelled, reaches its time limit or the machine stops. */
  readonly signal: AbortSignal;
  /** Reports an event during the segment. */
  emit(event: JobEvent): void;
  /** Writes a line about the job to the machine's log. */
  log(message: string): void;
  /** Saves the session. */
  advance(session: Session): void;
}

/** Runs one segment and gives the event that ends it; after an abort the result is ignored. */
export type RunSkill = (run: RunContext) => Promise<JobEvent>;
