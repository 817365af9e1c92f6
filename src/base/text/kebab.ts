/** `wait_seconds` → `wait-seconds`, as names are typed on the command line. */
export function kebab(name: string): string {
  return name.replaceAll('_', '-');
}
