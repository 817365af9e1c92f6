import { usageFailure } from '../../../contract/failure.ts';

/** What fills in variables of its arguments, or has another shell do it. */
const FILLS_IN =
  /(^|[\\/])((ba|da|z|k|mk|c|tc|fi|a)?sh|pwsh|powershell|cmd|busybox|nu|xonsh|elvish|envsubst|ssh|su|watch|parallel|cross-env|systemd-run)(\.exe)?$/i;

/** One word, or a header. An argument of several words may be a script for a program that we do not know. */
const VALUE = /^([\w-]+: (\w+ )?)?\S+$/;

/**
 * Single quotes without a shell behind them, as in `-- gh secret set A --body '$A'`, hand on the text `$A` itself,
 * and the new value would be lost. Throws `Failure` usage.
 */
export function refuseLiteral(command: readonly string[], name: string): void {
  if (command.some((word) => FILLS_IN.test(word))) return;
  const variable = new RegExp(String.raw`(?<![\\$])\$(${name}\b|\{${name}\})|%${name}%`);
  const isLiteral = (arg: string) => VALUE.test(arg) && variable.test(arg);
  const at = command.findIndex((arg, index) => index > 0 && isLiteral(arg));
  if (at < 0) return;
  // By its number: what else it holds may be a secret, too.
  throw usageFailure(
    `The command would get the name of ${name} in the place of its value`,
    `Argument ${at} of the command has the variable and is handed on as it stands: no shell fills it in. Nothing was requested from the machine.`,
    `Have a shell read ${name}, as in -- sh -c '… "$${name}"'.`,
  );
}
