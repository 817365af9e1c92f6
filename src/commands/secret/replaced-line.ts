import { Failure } from '../../contract/failure.ts';
import type { SecretEntry } from '../../flow/secret/journal-entry.ts';
import type { CollectedSecret } from '../../flow/secret/new-secret.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { type ServiceInUse, serviceName } from '../../render/service-name.ts';
import { confirm } from '../../terminal/prompt.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { AskAlone, CollectFlags } from './collect-flags.ts';

/**
 * A line of an env file whose value this machine did not make, which has no secret of that name yet:
 * another machine did, or somebody typed it.
 */
interface ReplacedLine {
  readonly service: ServiceInUse;
  readonly machine: string;
  /** Of the secret. */
  readonly name: string;
  readonly envFile: string;
}

/** Asks a person whether the value may be replaced. Throws `Failure` declined. */
export async function confirmLine(
  { envFile, machine, name, service }: ReplacedLine,
  { promptStream, stdin }: Terminal,
): Promise<void> {
  const question = {
    service: serviceName(service),
    effect: 'secret new --dotenv',
    target: `machine ${sanitiseLine(machine)}, name ${name}`,
    meaning: replacing(envFile, name),
  };
  await confirm(question, { yes: false, canPrompt: true, stdin, promptStream });
}

/**
 * Asks a person whether a value that has come may take the place of one that came to the env file since, or stood in
 * one that is named anew. Throws `Failure` declined, which says how the value is had elsewhere.
 */
export async function confirmReplaced(
  { id, machine, name }: SecretEntry,
  envFile: string,
  { promptStream, stdin }: Terminal,
): Promise<void> {
  const question = {
    effect: 'secret --dotenv',
    target: `machine ${sanitiseLine(machine)}, name ${name}`,
    meaning: replacing(envFile, name),
  };
  const asked = confirm(question, { yes: false, canPrompt: true, stdin, promptStream });
  await asked.catch((error: unknown) => {
    if (!(error instanceof Failure) || error.kind !== 'declined') throw error;
    throw new Failure('declined', {
      ...error.facts,
      detail: 'The value has come, and was handed over to nobody.',
      next: [{ step: 'resume_secret', id, intoFile: true }],
      extra: { id },
    });
  });
}

/** A person's no goes on where nobody can be asked. */
export function declinedBefore({ id, name }: SecretEntry, envFile: string): Failure {
  return new Failure('declined', {
    code: 'declined',
    title: 'Declined before',
    detail: `A person did not want the value of ${name} in ${envFile} replaced.`,
    advice: 'On a terminal it is asked again.',
    next: [{ step: 'resume_secret', id, intoFile: true }],
    extra: { id },
  });
}

function replacing(envFile: string, name: string): string {
  return sanitiseLine(
    `Replaces the value of ${name} in ${envFile} by one that the machine makes; nothing keeps the old one.`,
  );
}

/**
 * Says that an env file had another value, where nobody has agreed to that: scripts for a machine that took the
 * place of another rely on going on.
 */
export async function tellOfReplaced(
  { entry, replaced }: CollectedSecret,
  { asking, flags, isAgreed, terminal }: OnStderr,
): Promise<void> {
  const { machine, name, target } = entry;
  if (replaced !== true || isAgreed || flags.quiet === true || !('path' in target)) return;
  const words = `${target.path} had another value of ${name}, which is replaced by that of ${machine} and kept nowhere.`;
  await asking(() => terminal.stderr.write(`${sanitiseLine(words)}\n`));
}

interface OnStderr {
  readonly asking: AskAlone;
  readonly flags: Pick<CollectFlags, 'quiet'>;
  /** Whether a person has agreed to it. */
  readonly isAgreed: boolean;
  readonly terminal: Pick<Terminal, 'stderr'>;
}
