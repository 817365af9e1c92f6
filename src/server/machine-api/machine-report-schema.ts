import { z } from 'zod';
import { RUNNERS } from '../../contract/record/job.ts';
import type { MachineReport } from '../../contract/record/machine.ts';
import { boundedJson, firstUpTo, nameUpTo, textUpTo } from './bounded-values.ts';

const name = nameUpTo(200);
const text = textUpTo(2000);
const runner = z.enum(RUNNERS);
const commandPatterns = z.array(nameUpTo(64)).max(100);

const skill = z.object({
  name: nameUpTo(64),
  description: text,
  runner,
  model: name.nullable(),
  auth: name,
  secret_set: z.boolean(),
  when: firstUpTo(z.record(z.string(), boundedJson), 50),
  schedule: z.object({ cron: name, timezone: name }).nullable(),
  webhook: z.boolean(),
  repository: textUpTo(500).nullable(),
});

/** What a machine says about itself, `MachineReport`. */
export const machineReportSchema: z.ZodType<MachineReport> = z.object({
  hostname: nameUpTo(255),
  version: nameUpTo(100),
  policy: z.object({
    mode: z.enum(['observe', 'control']),
    allow: commandPatterns,
    deny: commandPatterns,
  }),
  runners: z
    .array(z.object({ name: runner, ready: z.boolean(), detail: text.nullable() }))
    .max(RUNNERS.length),
  checks: firstUpTo(
    z.object({
      name,
      state: z.enum(['ok', 'warning', 'failing']),
      message: text,
      fix: text.nullable(),
    }),
    100,
  ),
  skills: firstUpTo(skill, 1000),
  broken_skills: firstUpTo(z.object({ name, error: text }), 1000),
  schedules: firstUpTo(
    z.object({
      name,
      skill: nameUpTo(64),
      cron: name,
      timezone: name,
      last_run_at: name.nullable().optional(),
      next_run_at: name.nullable().optional(),
    }),
    1000,
  ),
  repositories: firstUpTo(z.object({ name, url: textUpTo(2000), ref: name }), 100),
  sealing_key: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/)
    .exactOptional(),
  webhook_url: textUpTo(2000).nullable().exactOptional(),
  config: textUpTo(256 * 1024),
});
