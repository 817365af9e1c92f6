/** Numbers of the specification's table "Limits"; sizes in bytes, times as the name says. */
export const REQUESTS_PER_MINUTE = 600;
export const BODY_BYTES_MAX = 512 * 1024;
export const LARGE_BODY_BYTES_MAX = 768 * 1024;
export const COMMAND_TTL_SECONDS = 600;
export const CLAIM_TTL_SECONDS = 120;
export const INGRESS_HOLD_HOURS = 72;
export const ARTIFACT_BYTES_MAX = 256 * 1024;
export const SKILL_FILE_CHARS_MAX = 524_288;
export const OFFSET_MAX = 10_000;
export const ISSUES_PER_HOUR = { key: 10, organisation: 30 } as const;
export const IDEMPOTENCY_KEY_CHARS_MAX = 120;
export const DIAGNOSTICS_BYTES_MAX = 64 * 1024;
export const DIAGNOSTICS_LEVELS_MAX = 32;
export const CHANNEL_TESTS_PER_MINUTE = 5;

/** How many settings one `config.patch` sets, and how many it removes. */
export const PATCHED_SETTINGS_MAX = 100;

/** Longest time that the server lets a request wait: that of the longest waiting operation. */
export const HOLD_SECONDS_MAX = 240;

/** Longest and default waits of the waiting operations, in seconds. */
export const WAITS = {
  send_command: { max: 60, default: 0 },
  answer_job: { max: 60, default: 15 },
  replay_delivery: { max: 60, default: 15 },
  get_skill: { max: 60, default: 20 },
  save_skill: { max: 60, default: 20 },
  get_job_artifact: { max: 60, default: 20 },
  run_skill: { max: 240, default: 0 },
  test_skill: { max: 240, default: 0 },
  get_command: { max: 30, default: 0 },
} as const;
