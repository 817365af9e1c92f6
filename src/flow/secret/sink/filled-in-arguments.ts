import { usageFailure } from '../../../contract/failure.ts';

/** Shorter ones are as likely words of their own. */
const TELLING_LENGTH = 8;

/**
 * The shell fills in `"$NAME"` before we run: such a command would hand on the value that is being replaced, or
 * nothing where there is none yet, and the new one would be lost. Throws `Failure` usage.
 *
 * @param old what NAME has in the environment now.
 */
export function refuseFilledIn(args: readonly string[], name: string, old = ''): void {
  if (old.length >= TELLING_LENGTH && args.some((arg) => arg.includes(old))) {
    const detail = `The value that ${name} has now is in its arguments: the shell put it there.`;
    throw filledIn('The command would get the old value', detail, name);
  }
  if (old === '' && args.some((arg) => isEmpty(arg, name))) {
    const detail = `${name} has no value now, and an argument is empty: for "$${name}" the shell put nothing there.`;
    throw filledIn('The command would get an empty value', detail, name);
  }
}

/** Also the value of a flag, as in `--body=`, and of something of that name, as in `--from-literal=name=`. */
function isEmpty(arg: string, name: string): boolean {
  return (
    arg === '' || /^--?[A-Za-z][\w-]*=$/.test(arg) || (arg.endsWith('=') && isNamed(arg, name))
  );
}

/** Whether the last word is that name, in capitals or not. */
function isNamed(arg: string, name: string): boolean {
  const last = arg
    .slice(0, -1)
    .split(/[^\w-]/)
    .at(-1);
  return last?.replaceAll('-', '_').toUpperCase() === name;
}

function filledIn(title: string, detail: string, name: string) {
  return usageFailure(
    title,
    `${detail} Nothing was requested from the machine.`,
    `Have the command read ${name} of its environment, in single quotes as in -- sh -c '… "$${name}"'.`,
  );
}
