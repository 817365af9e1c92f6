/** What scripts have before or around the name of a variable that they read: `$A`, `${A}`, `%A%`, `env.A`, `["A"]`. */
const BEFORE = String.raw`\$\{?|%|env\.|getenv\(?["' ]*|printenv |\[["']`;

/**
 * Whether an argument reads the variable `name`, as a script does in single quotes, or hands it on, as
 * `docker run -e NAME` does. A program may read it without a word of it.
 */
export function readsVariable(args: readonly string[], name: string): boolean {
  const reading = new RegExp(`(${BEFORE})${name}\\b`);
  return args.some((arg) => arg === name || arg.endsWith(`=${name}`) || reading.test(arg));
}
