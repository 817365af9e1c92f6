/** A `fleet` command as a person types it in a shell; `$NAME` stays a variable. */
export function commandLine(args: readonly string[]): string {
  return ['fleet', ...args.map(shellQuote)].join(' ');
}

/** The argument quoted for a shell, except for `$NAME`, which stays a variable. */
function shellQuote(argument: string): string {
  if (/^\$[A-Z]+$/.test(argument)) return `"${argument}"`;
  if (/^[A-Za-z0-9_./:=@,-]+$/.test(argument)) return argument;
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}

/**
 * The arguments with each `$NAME` replaced by its captured value. Throws `Error` where no earlier
 * step has captured that name.
 */
export function substituteVariables(
  args: readonly string[],
  captured: ReadonlyMap<string, string>,
): readonly string[] {
  return args.map((argument) => {
    const name = /^\$([A-Z]+)$/.exec(argument)?.[1];
    if (name === undefined) return argument;
    const value = captured.get(name);
    if (value === undefined) throw new Error(`the tour uses $${name} before it is captured`);
    return value;
  });
}

/**
 * The lines to type in a second shell, so that `fleet` there reaches the demonstration. The alias is
 * this very program, since a clone has none on its PATH and the Node of the system may be too old.
 */
export function secondShellLines(
  program: readonly [string, string],
  variables: Readonly<Record<string, string>>,
): readonly string[] {
  const exports = Object.entries(variables).map(
    ([name, value]) => `export ${name}=${shellQuote(value)}`,
  );
  return [...exports, `alias fleet=${shellQuote(program.map(shellQuote).join(' '))}`];
}
