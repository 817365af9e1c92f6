import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/** What a person sees after a command, at a width. */
export interface Screen {
  readonly command: string;
  readonly columns: number;
  readonly text: string;
}

/**
 * Compares screens with the file of this name in `test/screens/`, which a person can read and judge;
 * `vitest run test/feature/cli/terminal/screens.test.ts -u` writes them anew.
 */
export async function expectScreens(name: string, screens: readonly Screen[]): Promise<void> {
  const text = screens.map(({ command, columns, text: shown }) => {
    const title = `$ ${command} `;
    return `${title.padEnd(columns, '─')} ${columns} columns\n${shown}`;
  });
  const file = fileURLToPath(new URL(`../../screens/${name}.txt`, import.meta.url));
  await expect(withPlainIds(text.join('\n'))).toMatchFileSnapshot(file);
}

/** Ids differ from run to run; here they are counted, and as long as before. */
export function withPlainIds(text: string): string {
  const known = new Map<string, string>();
  return text
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:8787')
    .replace(/\b([a-z]{3})_[0-9a-z]{11}\b/g, (id, prefix: string) => {
      const plain = `${prefix}_${String(known.size + 1).padStart(11, '0')}`;
      if (!known.has(id)) known.set(id, plain);
      return known.get(id) ?? plain;
    });
}

/** Writes a module into `folder` that, loaded before a program, stops its clock at this time; gives its path. */
export function writeStoppedClock(folder: string, nowMs: number): string {
  const file = `${folder}/stopped-clock.cjs`;
  writeFileSync(file, `Date.now = () => ${nowMs};\nprocess.uptime = () => 0;\n`);
  return file;
}
