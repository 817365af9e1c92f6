import { z } from 'zod';
import { POLICY_ENTRY_PATTERN } from '../policy.ts';
import { readYaml } from '../read-yaml.ts';
import { runnerSettings } from './runner-settings.ts';

const policyEntry = z
  .string()
  .max(64)
  .regex(
    POLICY_ENTRY_PATTERN,
    'must be a command type such as config.get, or a prefix such as config.*',
  );

const check = z.strictObject({
  name: z.string().min(1).max(100),
  state: z.enum(['ok', 'warning', 'failing']),
  message: z.string().max(1000),
  fix: z.string().max(1000).nullable().default(null),
});

/** The name of a user of this computer, as portable names are (POSIX, 3.437 "User Name"). */
const userName = z
  .string()
  .regex(/^[A-Za-z0-9._][A-Za-z0-9._-]{0,63}$/, 'must be the name of a user of this computer');

/** What one job of runner shell may use; a process that goes over it fails or is ended by the system. */
const limits = z.strictObject({
  /** Of each run, whatever its skill says. */
  seconds: z.int().min(1).max(86_400).default(86_400),
  /** Memory for data of each process. */
  memory_mb: z.int().min(64).max(1_048_576).default(4096),
  /** Processes and threads of the user that jobs run as, all its others included. */
  processes: z.int().min(16).max(1_000_000).default(4096),
  /** Each file that is written. */
  file_mb: z.int().min(1).max(1_048_576).default(1024),
});

const repository = z.strictObject({
  name: z.string().min(1).max(200),
  url: z.string().min(1).max(1000),
  ref: z.string().min(1).max(200).default('main'),
});

/** `fleet.yaml`: a machine's own settings. */
const machineConfig = z.strictObject({
  /** Has no default, so that an empty file, as an editor may leave it for a moment, is not valid. */
  mode: z.enum(['observe', 'control'], 'must be observe or control'),
  allow: z.array(policyEntry).max(100).default([]),
  deny: z.array(policyEntry).max(100).default([]),
  /** Jobs that run at the same time; jobs that wait for a person do not count. */
  max_running_jobs: z.int().min(1).max(64).default(2),
  /** The user that runs the scripts of jobs, where the machine runs as root; else the machine's own. */
  run_as: userName.nullable().default(null),
  limits: limits.prefault({}),
  /** Names under which a proxy hands webhooks on to a listener on a loopback address. */
  webhook_hosts: z.array(z.string().min(1).max(253).toLowerCase()).max(20).default([]),
  /** How long the server may hold a sync open (long poll). */
  wait_seconds: z.int().min(0).max(55).default(25),
  /** Bytes of stdout, and of stderr, that a job may keep. */
  output_bytes_max: z
    .int()
    .min(1024)
    .max(1024 ** 3)
    .default(8 * 1024 * 1024),
  /**
   * Jobs kept in `jobs/`, the newest; a job that has not ended, waits for an answer or is not
   * reported yet is kept in any case.
   */
  jobs_kept: z.int().min(10).max(100_000).default(1000),
  /** Checks reported as written here, in addition to the machine's own. */
  checks: z.array(check).max(50).default([]),
  /** Programs that run skills, and readiness that is reported and used instead of what is detected. */
  runners: runnerSettings.prefault({}),
  repositories: z.array(repository).max(100).default([]),
});

export type MachineConfig = Readonly<z.output<typeof machineConfig>>;

/** Parses the text of a `fleet.yaml`. Throws `YamlError`, which names line and field, where it is not valid. */
export function parseConfig(text: string): MachineConfig {
  return readYaml({ text }, machineConfig);
}

/** What a new machine starts with: it changes nothing until its owner allows that. */
export const FIRST_CONFIG = `# This machine's settings. It reads this file again before every command; fleet
# machine init writes one that explains every setting, fleet help skills has more.

# observe: answers reads only. control: also runs skills and changes things when asked.
mode: observe

# Command types such as job.run, or prefixes such as config.*; deny wins over everything.
allow: []
deny: []
`;
