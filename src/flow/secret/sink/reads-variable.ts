/** What scripts have before or around the name of a variable that they read: `$A`, `${A}`, `${#A}`, `%A%`, `env.A`, `["A"]`. */
const BEFORE = String.raw`\$(?:\{[#!]?)?|%|env\.|getenv\(?["' ]*|printenv |\[["']`;

/** What takes the name of a variable as an argument of its own. By itself it names what stdin is for, as in `secret set A`. */
const TAKES_NAME = /^-|^(.*\/)?printenv$/;

/**
 * Whether an argument reads the variable `name`, as a script does in single quotes, or hands it on, as
 * `docker run -e NAME` does. A program may read it without a word of it.
 */
export function readsVariable(args: readonly string[], name: string): boolean {
  const reading = new RegExp(`(${BEFORE})${name}\\b`);
  return args.some((arg, at) => {
    if (arg === name) return TAKES_NAME.test(args[at - 1] ?? '');
    return arg.endsWith(`=${name}`) || reading.test(arg);
  });
}
