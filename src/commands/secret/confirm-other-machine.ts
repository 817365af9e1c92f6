import { Failure } from '../../contract/failure.ts';
import type { MeantMachine } from '../../flow/secret/meant-machine.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { confirm } from '../../terminal/prompt.ts';
import { canPrompt, type Terminal } from '../../terminal/terminal.ts';

interface OtherMachine {
  /** The name as it was typed. */
  readonly typed: string;
  /** The id of the machine that it meant until now. */
  readonly before: string;
  readonly now: MeantMachine;
  /** Of the secret. */
  readonly name: string;
}

/**
 * Asks a person whether a name may mean another machine from now on. `--yes` does not agree to it: that
 * was written for the machine that the name meant before. Throws `Failure` declined, and usage where
 * nobody can be asked.
 */
export async function confirmOtherMachine(
  other: OtherMachine,
  terminal: Terminal,
  noInput: boolean,
): Promise<void> {
  const { before, now, typed } = other;
  if (!canPrompt(terminal, noInput)) throw otherMachine(other);
  const question = {
    effect: 'secret new',
    target: sanitiseLine(`machine ${now.name ?? typed} (${now.id})`),
    meaning: sanitiseLine(`Until now ${typed} meant another machine: ${before}.`),
  };
  const { stdin, promptStream } = terminal;
  await confirm(question, { yes: false, canPrompt: true, stdin, promptStream });
}

function otherMachine({ before, name, now, typed }: OtherMachine): Failure {
  return new Failure('usage', {
    code: 'other_machine',
    title: 'The name means another machine now',
    detail: `${typed} meant ${before} until now and means ${now.id}. --yes does not agree to that. Nothing was asked of it.`,
    advice: 'Where that is right, name the machine by its id.',
    next: [{ step: 'ask_machine_by_id', machine: now.id, name }],
  });
}
