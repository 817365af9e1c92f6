/** The command as a person types it in a shell; `$NAME` stays a variable. */
export function commandLine(args: readonly string[]): string {
  return ['fleet', ...args.map(shellQuote)].join(' ');
}

/** A word as a shell takes it literally, but for `$NAME`, which stays a variable. */
export function shellQuote(argument: string): string {
  if (/^\$[A-Z]+$/.test(argument)) return `"${argument}"`;
  if (/^[A-Za-z0-9_./:=@-]+$/.test(argument)) return argument;
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}

/** `$NAME` arguments replaced by what was captured; throws where a step names a later capture. */
export function substituteVariables(
  args: readonly string[],
  captured: ReadonlyMap<string, string>,
): readonly string[] {
  return args.map((argument) => {
    const name = /^\$([A-Z]+)$/.exec(argument)?.[1];
    if (name === undefined) return argument;
    const value = captured.get(name);
    if (value === undefined) throw new Error(`the tour names $${name} before it is captured`);
    return value;
  });
}
