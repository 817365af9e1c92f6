import type { JobQuestion } from '../../contract/record/job.ts';
import { Refusal } from '../refusal.ts';

interface PickedOptions {
  readonly option?: string | undefined;
  readonly options?: readonly string[] | undefined;
}

/**
 * The options that were picked, each once, in the order given. Throws `invalid_request` for one
 * that the question does not offer, and for several where it takes one.
 */
export function pickedOptions(
  question: JobQuestion | null,
  picked: PickedOptions,
): readonly string[] {
  const { option, options = [] } = picked;
  const all = [...new Set(option === undefined ? options : [option, ...options])];
  const member = option === undefined ? '`options`' : '`option`';
  const choices = question?.choices ?? null;
  if (all.length === 0) return all;
  if (choices === null) {
    throw new Refusal('invalid_request', `${member} is given, but the question offers no options.`);
  }
  const unknown = all.find((one) => !choices.options.includes(one));
  if (unknown !== undefined) {
    const place = unknown === option ? '`option`' : '`options`';
    const offered = choices.options.map((one) => JSON.stringify(one)).join(', ');
    throw new Refusal(
      'invalid_request',
      `${place} has ${JSON.stringify(unknown)}; the question offers ${offered}.`,
    );
  }
  if (all.length > 1 && !choices.multiple) {
    throw new Refusal(
      'invalid_request',
      `${all.length} options are picked; the question takes one of them.`,
    );
  }
  return all;
}
