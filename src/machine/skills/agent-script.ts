import { z } from 'zod';

/** A text of a step. */
export const text = z.string().max(20_000);

export const progress = z.strictObject({
  progress: z.strictObject({
    message: text,
    percent: z.number().min(0).max(100).nullable().default(null),
    step: text.nullable().default(null),
  }),
});

const sleep = z.strictObject({ sleep: z.number().min(0).max(86_400) });

export const link = z.strictObject({
  link: z.strictObject({
    kind: z.enum([
      'source',
      'pull_request',
      'issue',
      'message',
      'document',
      'deployment',
      'test',
      'delivery',
    ]),
    title: text,
    url: text.nullable().default(null),
  }),
});

export const ask = z.strictObject({
  ask: z
    .strictObject({
      text,
      context: text.nullable().default(null),
      options: z.array(z.string().min(1).max(200)).max(20).default([]),
      recommended: z.string().nullable().default(null),
      multiple: z.boolean().default(false),
      /** true: the job waits for the answer; false: it ends with the outcome `needs_human`. */
      wait: z.boolean().default(true),
    })
    .refine((question) => isOffered(question.recommended, question.options), {
      path: ['recommended'],
      message: 'must be one of the options',
    }),
});

const say = z.strictObject({ say: text });

export const spend = z.strictObject({
  spend: z.strictObject({
    cost_usd: z.number().min(0).default(0),
    input_tokens: z.int().min(0).default(0),
    output_tokens: z.int().min(0).default(0),
  }),
});

export const fail = z.strictObject({
  fail: z.strictObject({ kind: z.string().min(1).max(100), message: text }),
});

export const finish = z.strictObject({
  finish: z.strictObject({
    headline: text,
    summary: text.nullable().default(null),
    result: text.nullable().default(null),
    outcome: z.enum(['done', 'not_done']).default('done'),
  }),
});

/** A step of the scripted agent; steps run one after the other. */
export const scriptStep = z.union([progress, sleep, link, ask, say, spend, fail, finish], {
  error: 'must be one of progress, sleep, link, ask, say, spend, fail, finish, with its members',
});

export type ScriptStep = Readonly<z.output<typeof scriptStep>>;

function isOffered(recommended: string | null, options: readonly string[]): boolean {
  return recommended === null || options.includes(recommended);
}
