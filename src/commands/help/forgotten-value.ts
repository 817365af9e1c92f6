import { usageFailure } from '../../contract/failure.ts';

/**
 * Throws `Failure` usage where the word that asks for help stands in the place of a flag's value, as the text of a
 * variable may: help ends with 0, and a script would go on as if it were done. `takesValue` is asked of a flag's name.
 */
export function refuseHelpAsValue(
  argv: readonly string[],
  takesValue: (name: string) => boolean,
): void {
  const at = argv.findIndex((word) => word === '--help' || word === '-h');
  const name = /^--([^=]+)$/.exec(argv[at - 1] ?? '')?.[1];
  if (name === undefined || !takesValue(name)) return;
  throw usageFailure(
    `--${name} needs a value`,
    'None was given.',
    `Write --${name}=${argv[at]} if that is the value.`,
  );
}
