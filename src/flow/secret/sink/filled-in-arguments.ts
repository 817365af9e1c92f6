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
  const at = old === '' ? args.findIndex((arg) => hasGap(arg, name)) : -1;
  if (at >= 0) {
    const detail = `${name} has no value now, and argument ${at + 1} of the command is empty or has a gap: for "$${name}" the shell put nothing there.`;
    throw filledIn('The command would get an empty value', detail, name);
  }
}

/**
 * Where a value is usual and none is: `--body=`, `value=`, `Bearer `, `user:`, `:@host`, `?key=&`, `"key":""`; in a
 * script that stood in double quotes also `KEY= >> .env`, `--body  --repo`, `echo  |`, `''`, `s/KEY//` and `s/KEY=old/KEY=/`.
 */
const GAPS = [
  /^$/,
  /^-.*=$/,
  /(^|[^A-Za-z0-9+/])[A-Za-z][A-Za-z_-]*=$/,
  /[\s:]$/,
  /:@|=&/,
  /\w=(["']?\s|[,;]\S|})/,
  /[\s:=(,<](""|'')/,
  /(:|: |Bearer |Basic )["']([\s,}]|$)/i,
  /(^|\s)(-[\w-]+|echo) {2}\S/,
  /( {2}|\becho ?|\w: ?)[|>]/,
  /\bs([/|#,@!])\S{1,200}?\1\1/,
  /\bs([/|#,@!]).{1,200}?\1.{0,200}?[:=] ?\1\w*(["'\s]|$)/,
];

/** What has variables or lines of its own, or reads the environment, is a script that is meant so. */
const SCRIPT = /\$[\w{(@*#?!-]|\n|environ|ENVIRON|getenv|printenv|process\.env|\bENV\b/;

/** Base64 may end with `=`, so that a name with digits is looked for only where it is that of the secret. */
function hasGap(arg: string, name: string): boolean {
  if (SCRIPT.test(arg)) return false;
  const named = new RegExp(
    `(^|[^A-Za-z0-9])${name.replaceAll('_', '[_-]')}=["']?([\\s,;|&<>})]|$)`,
    'i',
  );
  return named.test(arg) || GAPS.some((gap) => gap.test(arg));
}

function filledIn(title: string, detail: string, name: string) {
  return usageFailure(
    title,
    `${detail} Nothing was requested from the machine.`,
    `Have the command read ${name} of its environment, in single quotes as in -- sh -c '… "$${name}"'.`,
  );
}
