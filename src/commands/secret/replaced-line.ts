import { sanitiseLine } from '../../render/sanitise.ts';
import { type ServiceInUse, serviceName } from '../../render/service-name.ts';
import { confirm } from '../../terminal/prompt.ts';
import type { Terminal } from '../../terminal/terminal.ts';

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
    meaning: sanitiseLine(
      `Replaces the value of ${name} in ${envFile} by one that the machine makes; nothing keeps the old one.`,
    ),
  };
  await confirm(question, { yes: false, canPrompt: true, stdin, promptStream });
}

/** Where nobody was asked: scripts for a machine that took the place of another rely on going on. */
export async function tellOfLine(
  { envFile, machine, name }: ReplacedLine,
  { stderr }: Terminal,
): Promise<void> {
  const words = `${envFile} had another value of ${name}, which is replaced by that of ${machine} and kept nowhere.`;
  await stderr.write(`${sanitiseLine(words)}\n`);
}
