import type { Environment } from '../environment.ts';
import type { Platform } from '../platform.ts';
import { splitWords } from '../shells/split-words.ts';
import { programStart } from './program-start.ts';

/** What `spawn` is to be called with. */
interface PagerStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly shell: boolean;
  readonly windowsVerbatimArguments: boolean;
}

/**
 * How the command line of `$PAGER` is started: by the person's shell, as git and man do. Windows has no
 * such shell, so that its words are read here. Undefined where it cannot be started.
 */
export async function pagerStart(
  line: string,
  environment: Environment,
  platform: Platform,
): Promise<PagerStart | undefined> {
  if (platform !== 'win32') {
    return { command: line, args: [], shell: true, windowsVerbatimArguments: false };
  }
  const [program = '', ...args] = splitWords(line);
  const start = await programStart(program, args, { environment, folder: '.', platform });
  return start && { ...start, shell: false };
}
