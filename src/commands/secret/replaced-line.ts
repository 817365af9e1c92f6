import type { CollectedSecret } from '../../flow/secret/new-secret.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { type ServiceInUse, serviceName } from '../../render/service-name.ts';
import { confirm } from '../../terminal/prompt.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { AskAlone } from './collect-command.ts';

/**
 * A line of an env file whose value this machine did not make, which has no secret of that name yet:
 * another machine did, or somebody typed it.
 */
interface ReplacedLine {
  /** Undefined where it is not asked again. */
  readonly service?: ServiceInUse;
  readonly machine: string;
  /** Of the secret. */
  readonly name: string;
  readonly envFile: string;
}

/** Asks a person whether the value may be replaced. Throws `Failure` declined. */
export async function confirmLine(
  effect: 'secret new --dotenv' | 'secret resume',
  { envFile, machine, name, service }: ReplacedLine,
  { promptStream, stdin }: Terminal,
): Promise<void> {
  const question = {
    ...(service === undefined ? {} : { service: serviceName(service) }),
    effect,
    target: `machine ${sanitiseLine(machine)}, name ${name}`,
    meaning: sanitiseLine(
      `Replaces the value of ${name} in ${envFile} by one that the machine makes; nothing keeps the old one.`,
    ),
  };
  await confirm(question, { yes: false, canPrompt: true, stdin, promptStream });
}

/**
 * Says that an env file had another value, where nobody was asked: scripts for a machine that took the place of another
 * rely on going on.
 */
export async function tellOfReplaced(
  { entry, replaced }: CollectedSecret,
  { asking, quiet, stderr }: OnStderr,
): Promise<void> {
  const { machine, name, target } = entry;
  if (replaced !== true || quiet === true || !('path' in target)) return;
  const words = `${target.path} had another value of ${name}, which is replaced by that of ${machine} and kept nowhere.`;
  await asking(() => stderr.write(`${sanitiseLine(words)}\n`));
}

interface OnStderr extends Pick<Terminal, 'stderr'> {
  readonly asking: AskAlone;
  readonly quiet: boolean | undefined;
}
