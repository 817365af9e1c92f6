import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SinkKind } from './plan.ts';

/** Stands in the command line of the children that are given a value. */
export const CHILD_MARK = 'sink-of-the-proof';

/** What the flags of a sink are, and how often it got a value. */
export interface SinkUnderTest {
  readonly args: readonly string[];
  /** Whether it is handed over at most once, and not exactly once. */
  readonly atMostOnce: boolean;
  /** Its own file in the folder, which may hold the value. */
  readonly file: string | undefined;
  /** How often the value is there; `stdout` is what all runs printed. */
  count(value: string, stdout: string): Promise<number>;
  /** Changes with every writing of the file. */
  mark(): Promise<string>;
}

const ENV_BEFORE = 'A=1\nB="two words"\n';

/** Makes a sink ready in the folder. */
export async function openSinkUnderTest(
  kind: SinkKind,
  folder: string,
  name: string,
): Promise<SinkUnderTest> {
  const path = (file: string) => join(folder, file);
  const text = (file: string) => readFile(path(file), 'utf8').catch(() => '');
  const mark = async (file: string) => {
    const found = await stat(path(file), { bigint: true }).catch(() => undefined);
    return found === undefined ? '' : `${found.ino} ${found.mtimeNs}`;
  };
  switch (kind) {
    case 'file':
    case 'overwrite': {
      if (kind === 'overwrite') await writeFile(path('value'), 'old');
      return {
        args: ['--file', 'value', ...(kind === 'overwrite' ? ['--overwrite'] : [])],
        atMostOnce: false,
        file: 'value',
        count: async (value) => ((await text('value')) === value ? 1 : 0),
        mark: () => mark('value'),
      };
    }
    case 'dotenv': {
      await writeFile(path('.env'), ENV_BEFORE);
      return {
        args: ['--dotenv', '.env'],
        atMostOnce: false,
        file: '.env',
        async count(value) {
          const now = await text('.env');
          if (!now.startsWith(ENV_BEFORE)) throw new Error('other lines of the env file changed');
          return now.split(`${name}=${value}\n`).length - 1;
        },
        mark: () => mark('.env'),
      };
    }
    case 'stdout':
      return {
        args: ['--stdout'],
        atMostOnce: true,
        file: undefined,
        count: async (value, stdout) => stdout.split(value).length - 1,
        mark: async () => '',
      };
    case 'child': {
      const script = `printf '%s\\n' "$${name}" >> got; : ${CHILD_MARK}`;
      return {
        args: ['--', 'sh', '-c', script],
        atMostOnce: true,
        file: 'got',
        count: async (value) => (await text('got')).split(value).length - 1,
        mark: () => mark('got'),
      };
    }
  }
}
