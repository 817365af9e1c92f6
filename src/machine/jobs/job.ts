import type { JobReport } from '../../contract/record/job.ts';

/** Where a scripted session stands, so that it can go on after a person answered. */
export interface Session {
  /** Index of the step that comes next. */
  readonly nextStep: number;
  /** What the last answer said, as it reaches the agent. */
  readonly answer: string;
}

/** A job as its `job.json` holds it. */
export interface Job {
  /** What the cloud is told; `artifacts` is measured when it is told. */
  readonly report: JobReport;
  readonly session: Session;
  /** Whether the cloud was told of the job as it stands. */
  readonly reported: boolean;
}
