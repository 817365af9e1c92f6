import { z } from 'zod';
import { RUNNERS } from '../../contract/record/job.ts';
import { scriptStep } from './agent-script.ts';
import { cronProblem, isTimezone } from './cron.ts';

/** Names of skills (specification, "Resources and their fields"). */
export const SKILL_NAME_PATTERN = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Names of secrets, which are names of environment variables. */
export const SECRET_NAME_PATTERN = /^[A-Z_][A-Z0-9_]{0,99}$/;

const condition = z
  .strictObject({
    path: z.string().min(1).max(200),
    equals: z.unknown().optional(),
    in: z.array(z.unknown()).optional(),
    matches: z.string().refine(isPattern, 'must be a regular expression').optional(),
  })
  .refine((filter) => Object.keys(filter).length === 2, {
    message: 'must have path and exactly one of equals, in, matches',
  });

const schedule = z.strictObject(
  {
    cron: z.string().superRefine((line, context) => {
      const problem = cronProblem(line);
      if (problem !== undefined) context.addIssue(problem);
    }),
    timezone: z.string().refine(isTimezone, 'must be an IANA time zone').default('UTC'),
  },
  {
    error: (issue) =>
      issue.code === 'invalid_type'
        ? 'must be of the form { cron: "0 7 * * *", timezone: Europe/Berlin }'
        : undefined,
  },
);

const block = z
  .strictObject({
    runner: z.enum(RUNNERS),
    model: z.string().min(1).max(200).nullable().default(null),
    /** Title of a job; may use `{{payload.path}}`. */
    title: z.string().min(1).max(200).nullable().default(null),
    auth: z.enum(['none', 'standard_webhooks', 'hub_signature']).optional(),
    secret: z
      .string()
      .regex(SECRET_NAME_PATTERN, 'must be an environment variable')
      .nullable()
      .default(null),
    when: z.array(condition).max(50).default([]),
    schedule: schedule.nullable().default(null),
    webhook: z.boolean().default(false),
    timeout_seconds: z.int().min(1).max(86_400).default(600),
    repository: z.string().min(1).max(200).nullable().default(null),
    script: z.array(scriptStep).max(500).default([]),
  })
  .refine(({ auth = 'none', secret }) => auth === 'none' || secret !== null, {
    path: ['secret'],
    message: 'must name the secret that auth checks with',
  })
  .transform(({ auth, ...skill }) => ({
    ...skill,
    auth: auth ?? ('none' as const),
    /** Whether anybody could start it: by a webhook without a check, or as the file says so. */
    isOpen: auth === 'none' || (auth === undefined && skill.webhook),
  }));

/** The YAML block above a skill's instructions. */
export const frontMatter = z.strictObject({
  name: z.string().regex(SKILL_NAME_PATTERN, 'must match ^[a-z0-9][a-z0-9-]{0,63}$'),
  description: z.string().min(1).max(1000),
  fleet: block,
});

export type FrontMatter = Readonly<z.output<typeof frontMatter>>;

function isPattern(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}
