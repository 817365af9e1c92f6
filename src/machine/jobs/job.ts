import type { JobReport } from '../../contract/record/job.ts';

/** The session of an agent, with which it continues after an answer. */
export interface Session {
  /** What the program of `fleet.yaml` calls it; null where it goes by the id that the machine gave it. */
  readonly id: string | null;
  /** Index of the scripted agent's next step. */
  readonly nextStep: number;
  /** The last answer, as the agent gets it. */
  readonly answer: string;
}

/** A job as its `job.json` holds it. */
export interface Job {
  /** What the server gets; `artifacts` is filled in when the report is sent. */
  readonly report: JobReport;
  readonly session: Session;
  /** Whether the server has the present state of the job. */
  readonly reported: boolean;
}
