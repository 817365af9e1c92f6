import { Failure, type FailureFacts } from '../../contract/failure.ts';
import type { SecretEntry } from '../../flow/secret/journal-entry.ts';
import type { NewerMark } from '../../flow/secret/newer-mark.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { confirm } from '../../terminal/prompt.ts';
import { canPrompt, type Terminal } from '../../terminal/terminal.ts';

interface OlderValue {
  readonly older: SecretEntry;
  readonly newer: NewerMark;
}

/**
 * Asks a person whether an older value may go out although a newer one of its name has come here, or may be lost. `--yes` does not
 * agree to it: nobody knew of the newer one then. Throws `Failure` declined, and usage where nobody can be asked.
 */
export async function confirmOlder(
  value: OlderValue,
  terminal: Terminal,
  noInput: boolean,
): Promise<void> {
  const { id, machine, name } = value.older;
  const facts = {
    next: [
      { step: 'discard_secret', id },
      { step: 'resume_secret', id, intoFile: true },
    ],
    extra: { id },
  } as const satisfies Partial<FailureFacts>;
  if (!canPrompt(terminal, noInput)) {
    throw new Failure('usage', {
      code: 'newer_value',
      title: 'A newer value of this name was asked for',
      detail: `${whyOlder(value)} It was handed over to nobody.`,
      ...facts,
    });
  }
  const question = {
    effect: 'secret resume',
    target: `machine ${sanitiseLine(machine)}, name ${name}`,
    meaning: sanitiseLine(`${whyOlder(value)} It goes ${placeOf(value.older)} all the same.`),
  };
  const { promptStream, stdin } = terminal;
  await confirm(question, { yes: false, canPrompt: true, stdin, promptStream }).catch(
    (error: unknown) => {
      if (!(error instanceof Failure) || error.kind !== 'declined') throw error;
      throw new Failure('declined', {
        ...error.facts,
        detail: 'Nothing was handed over.',
        ...facts,
      });
    },
  );
}

function whyOlder({ newer: { at, id, target }, older }: OlderValue): string {
  const which = id === undefined ? 'A later request' : `A later request (${id}, ${at})`;
  const where = target === undefined ? '' : `, and was to go ${placeOf({ target })}`;
  return `${which} has replaced ${older.name} of ${older.machine}, or may have${where}: this one is most likely worth nothing.`;
}

function placeOf({ target }: Pick<SecretEntry, 'target'>): string {
  if ('path' in target) return `to ${target.path}`;
  return target.kind === 'stdout' ? 'to stdout' : 'to the command';
}
