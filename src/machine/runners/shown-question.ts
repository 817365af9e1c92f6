import type { JobQuestion } from '../../contract/record/job.ts';
import type { Scrub } from '../secrets/scrub.ts';
import type { ScriptStep } from '../skills/agent-script.ts';

type Asked = Omit<Extract<ScriptStep, { ask: unknown }>['ask'], 'wait'>;

/**
 * The question of a step `ask` as a person sees it. An option with what looks like a secret is not offered: an
 * answer would name it by another text than the agent knows.
 */
export function shownQuestion(asked: Asked, scrub: Scrub): JobQuestion {
  const { context, multiple, options, recommended, text } = asked;
  const offered = options.filter((option) => scrub(option) === option);
  const kept = options.length - offered.length;
  const parts = [
    ...(context === null ? [] : [scrub(context)]),
    ...(kept === 0 ? [] : [notOffered(kept)]),
  ];
  return {
    text: scrub(text),
    context: parts.length === 0 ? null : parts.join('\n\n'),
    choices:
      offered.length === 0
        ? null
        : {
            options: offered,
            recommended: offered.find((one) => one === recommended) ?? null,
            multiple,
          },
  };
}

function notOffered(count: number): string {
  return `Not offered: options with what looks like a secret (${count}). Answer in words where one of them is meant.`;
}
