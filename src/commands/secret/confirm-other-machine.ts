import { Failure, notTheServiceFailure } from '../../contract/failure.ts';
import type { MeantMachine } from '../../flow/secret/meant-machine.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { type ServiceInUse, serviceName } from '../../render/service-name.ts';
import { cutText } from '../../render/text-width.ts';
import { confirm } from '../../terminal/prompt.ts';
import { canPrompt, type Terminal } from '../../terminal/terminal.ts';

interface OtherMachine {
  readonly service: ServiceInUse;
  /** The name as it was typed. */
  readonly typed: string;
  /** The id of the machine that it meant until now, where that is known. */
  readonly before: string | undefined;
  /** The file that should say so, where it cannot be used. */
  readonly unusable: string | undefined;
  readonly now: MeantMachine;
  /** Of the secret. */
  readonly name: string;
}

/**
 * Asks a person whether a name may mean another machine from now on, one that nobody knows to be the
 * same, or one of quite another name. `--yes` does not agree to it: that was written for the machine
 * that the name meant before. Throws `Failure` declined, and usage where nobody can be asked.
 */
export async function confirmOtherMachine(
  other: OtherMachine,
  terminal: Terminal,
  noInput: boolean,
): Promise<void> {
  const { now, typed, unusable } = other;
  if (!canPrompt(terminal, noInput)) {
    throw unusable === undefined ? otherMachine(other) : unknownBefore(other);
  }
  const question = {
    service: serviceName(other.service),
    effect: 'secret new',
    target: `machine ${named(now.name ?? typed)} (${named(now.id)})`,
    meaning: sanitiseLine(
      unusable === undefined
        ? whyOther(other)
        : `Which machine ${typed} meant until now is not known: ${unusable} cannot be used. Remove it to accept what every name means now.`,
    ),
  };
  const { stdin, promptStream } = terminal;
  await confirm(question, { yes: false, canPrompt: true, stdin, promptStream });
}

function whyOther({ before, now, typed }: OtherMachine): string {
  return before === undefined
    ? `${typed} is neither id, name nor hostname of what the service answers with: ${named(now.name ?? 'a machine')} (${now.id}).`
    : `Until now ${typed} meant another machine: ${before}.`;
}

/** Whether nothing that the service tells of a machine is what was typed; not where it tells no more than an id. */
export function isUnlike(typed: string, { names }: MeantMachine): boolean {
  const wanted = typed.toLowerCase();
  return names.length > 0 && !names.some((name) => name.toLowerCase() === wanted);
}

/** For a name whose machine the service no longer tells the id of: it may mean another one by now. */
export function machineNotTold({
  before,
  name,
  typed,
  unusable,
}: Omit<OtherMachine, 'now' | 'service'>): Failure {
  const until =
    unusable === undefined
      ? `${typed} meant ${before} until now`
      : `What ${typed} meant until now is not known either, since ${unusable} cannot be used`;
  return notTheServiceFailure({
    detail: `It has no id of the machine, and ${until}. Nothing was asked of it.`,
    ...(before !== undefined && { next: [{ step: 'ask_machine_by_id', machine: before, name }] }),
  });
}

/** A name of the service, which may be of any length, as far as it leaves room for the rest. */
function named(text: string): string {
  return cutText(sanitiseLine(text), 60);
}

function otherMachine(other: OtherMachine): Failure {
  const { before, name, now, typed } = other;
  return new Failure('usage', {
    code: 'other_machine',
    title: 'The name means another machine now',
    detail:
      before === undefined
        ? `${whyOther(other)} --yes does not agree to that. Nothing was asked of it.`
        : `${typed} meant ${before} until now and means ${now.id}. --yes does not agree to that. Nothing was asked of it.`,
    advice: 'Where that is right, name the machine by its id.',
    next: [{ step: 'ask_machine_by_id', machine: now.id, name }],
  });
}

function unknownBefore({ name, now, typed, unusable }: OtherMachine): Failure {
  return new Failure('usage', {
    code: 'machine_names_unusable',
    title: 'Which machine the name meant is not known',
    detail: `${unusable} cannot be used. Now ${typed} means ${now.id}, and --yes does not agree to that. Nothing was asked of it.`,
    advice: 'Where that is right, name the machine by its id, or remove the file.',
    next: [{ step: 'ask_machine_by_id', machine: now.id, name }],
  });
}
