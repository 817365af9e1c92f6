import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What a program did. */
export interface ProgramRun {
  /** null where it was killed, by its time limit for example. */
  readonly code: number | null;
  readonly output: string;
}

const TALK_EVERY_MS = 700;

const running = new Set<number>();

/** Runs a program to its end, and ends all that it started with it where it takes too long. */
export async function runProgram(
  [command = '', ...args]: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly limitMs: number;
    /** Looks at all the output so far, again and again, may type something, and says when to end the program. */
    readonly converse?: (output: string, type: (text: string) => void) => 'go_on' | 'end';
  },
): Promise<ProgramRun> {
  const { converse, cwd, env, limitMs } = options;
  const child = spawn(command, args, {
    cwd,
    env,
    detached: true,
    stdio: [converse === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  let output = '';
  const listen = (text: string): void => {
    output += text;
  };
  child.stdout?.setEncoding('utf8').on('data', listen);
  child.stderr?.setEncoding('utf8').on('data', listen);
  // A program that draws its prompt needs a moment until it reads what is typed at it.
  const talk = setInterval(() => {
    if (converse?.(output, (text) => child.stdin?.write(text)) === 'end') endGroup(pid);
  }, TALK_EVERY_MS);
  const limit = setTimeout(() => endGroup(pid), limitMs);
  const [code] = await once(child, 'exit');
  clearTimeout(limit);
  clearInterval(talk);
  // What it left running is of no use to anybody.
  endGroup(pid);
  return { code, output };
}

/** Ends everything that still runs. */
export function endAll(): void {
  for (const pid of running) endGroup(pid);
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined || !running.delete(pid)) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone already.
  }
}
