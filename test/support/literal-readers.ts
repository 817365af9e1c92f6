import type { InputReaders } from '../../src/flags/input-source.ts';

/** Readers over literal files; whatever is opened is noted, and a missing one rejects. */
export function literalReaders(files: Readonly<Record<string, string | Uint8Array>> = {}): {
  readonly readers: InputReaders;
  readonly opened: readonly string[];
} {
  const opened: string[] = [];
  const open = (name: string) => {
    opened.push(name);
    const content = Object.hasOwn(files, name) ? files[name] : undefined;
    if (content === undefined) return Promise.reject(new Error(`ENOENT: ${name}`));
    return Promise.resolve(
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    );
  };
  const nowMs = () => Date.parse('2026-03-01T12:00:00Z');
  return {
    opened,
    readers: { readFile: (path) => open(path), readStdin: () => open('stdin'), nowMs },
  };
}
