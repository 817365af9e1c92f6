import { z } from 'zod';
import { SECRET_NAME_PATTERN } from '../skills/front-matter.ts';

const argument = z
  .string()
  .max(8000)
  .refine((text) => !text.includes('\0'), 'must not contain U+0000');

/** A program and its arguments; no shell reads them. */
const commandLine = z
  .tuple([argument.min(1)], argument, 'must be a list of a program and its arguments')
  .refine((words) => words.length <= 200, 'must have at most 200 words');

const detail = z.string().max(1000).nullable().default(null);

const agent = z
  .strictObject({
    /** What starts a job: the prompt is on its stdin. */
    command: commandLine.optional(),
    /** What goes on with the same session after an answer, which is on its stdin; `command` again where there is none. */
    resume: commandLine.optional(),
    /** Secrets of the machine that the program gets in its environment. */
    secrets: z
      .array(z.string().regex(SECRET_NAME_PATTERN, 'must be an environment variable'))
      .max(20)
      .default([]),
    ready: z.boolean().optional(),
    detail,
  })
  .refine(({ command, ready }) => command !== undefined || ready !== undefined, {
    message: 'must have command, or ready',
  })
  .refine(({ command, resume }) => command !== undefined || resume === undefined, {
    path: ['resume'],
    message: 'needs a command beside it',
  });

/** The setting `runners` of `fleet.yaml`. */
export const runnerSettings = z.strictObject({
  agent_a: agent.optional(),
  agent_b: agent.optional(),
  shell: z.strictObject({ ready: z.boolean(), detail }).optional(),
});

export type RunnerSettings = z.output<typeof runnerSettings>;

/** A program of `fleet.yaml` that runs skills. */
export interface AgentProgram {
  readonly command: readonly string[];
  readonly resume: readonly string[] | undefined;
  readonly secrets: readonly string[];
}

/** The program of a runner; undefined where `fleet.yaml` names none. */
export function programOf(
  settings: RunnerSettings,
  runner: keyof RunnerSettings,
): AgentProgram | undefined {
  if (runner === 'shell') return undefined;
  const { command, resume, secrets = [] } = settings[runner] ?? {};
  return command === undefined ? undefined : { command, resume, secrets };
}
