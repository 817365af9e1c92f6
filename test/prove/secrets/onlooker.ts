import { readdirSync, readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 20;

/** Somebody on the same computer who reads what every process shows of itself. */
export interface Onlooker {
  /** Where one of these texts was seen: `argv` or `environ` of a process, by its command line. */
  saw(texts: readonly string[]): readonly string[];
  stop(): void;
}

/**
 * Reads the command lines and environments of all processes that began after it, over and over, from outside:
 * those before had theirs before there was a secret. Children
 * with `mark` in their command line are given the value in their environment, and that is not looked
 * at. Where there is no /proc it sees nothing.
 */
export function startOnlooker(mark: string): Onlooker {
  const seen = new Map<string, string>();
  const before = new Set(processes());
  const look = (): void => {
    const now = processes();
    for (const pid of before) if (!now.includes(pid)) before.delete(pid);
    for (const pid of now.filter((each) => !before.has(each))) {
      const argv = textOf(`/proc/${pid}/cmdline`);
      if (argv === '') continue;
      seen.set(argv, `argv of ${argv}`);
      if (argv.includes(mark) && !argv.includes('run.js')) continue;
      const environ = textOf(`/proc/${pid}/environ`);
      // A child between fork and exec shows the old command line with the new environment.
      if (textOf(`/proc/${pid}/cmdline`) === argv) seen.set(environ, `environ of ${argv}`);
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    saw(texts) {
      const wanted = texts.filter((text) => text !== '');
      return [...seen]
        .filter(([shown]) => wanted.some((text) => shown.includes(text)))
        .map(([, where]) => where.replaceAll('\0', ' ').slice(0, 200));
    },
    stop: () => clearInterval(timer),
  };
}

function processes(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
