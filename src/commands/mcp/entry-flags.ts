import { readBridgeOptions } from './options.ts';

/**
 * The flags of `fleet mcp` that go into an entry, from those of `fleet mcp install`. Throws `Failure`
 * usage for what the bridge itself would refuse, before an assistant starts it.
 */
export function entryFlags(
  flags: Readonly<Record<string, unknown>>,
  profile: string | undefined,
): readonly string[] {
  const { allow, confirm, deny, questions } = flags;
  const words = [
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(flags['read-only'] === true ? ['--read-only'] : []),
    ...textsOf(allow).map((glob) => `--allow=${glob}`),
    ...textsOf(deny).map((glob) => `--deny=${glob}`),
    ...textsOf(confirm).map((mode) => `--confirm=${mode}`),
    ...textsOf(questions).map((mode) => `--questions=${mode}`),
  ];
  readBridgeOptions(words);
  return words;
}

/** The same for a new entry of an assistant that asks nobody, where the person does not say who is asked. */
export function withQuestions(words: readonly string[], asksNobody: boolean): readonly string[] {
  const isSaid = words.some((word) => word.startsWith('--confirm='));
  return asksNobody && !isSaid ? [...words, '--confirm=always'] : words;
}

/** The values of a flag that may be given several times, or once, or not at all. */
export function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((each) => typeof each === 'string');
}
