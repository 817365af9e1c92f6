/** The operations of the specification whose response has to name a job, or the command that starts one. */
export const STARTS_JOB: ReadonlySet<string> = new Set(['run_skill', 'test_skill', 'replay_job']);

/** Those whose response tells how it went: what a machine carries out, and the test of a channel. */
export const SETS_WORK_GOING: ReadonlySet<string> = new Set([
  ...STARTS_JOB,
  'answer_job',
  'cancel_job',
  'delete_skill',
  'get_job_artifact',
  'get_skill',
  'replay_delivery',
  'save_skill',
  'send_command',
  'test_channel',
  'watch_job',
]);
