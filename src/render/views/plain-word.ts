/**
 * The first of these names that a shell reads as one word; else what stands for it. Names come from a
 * service, and a command that is shown to be pasted must do nothing else.
 */
export function plainWord(placeholder: string, ...names: readonly string[]): string {
  return names.find((name) => /^[A-Za-z0-9_][\w.:-]*$/.test(name)) ?? placeholder;
}
