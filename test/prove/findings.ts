import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../check/tree.ts';

/** What one program beside ours was seen to do. */
export interface Finding {
  /** The program, as `nginx 1.22.1`. */
  readonly subject: string;
  readonly shows: string;
  readonly isRight: boolean;
  /** What was seen, in a few words. */
  readonly seen: string;
}

/**
 * Prints the findings and what was skipped, writes them to `dist/prove/NAME.json`, gives the exit code:
 * 1 where one is wrong or nothing was found out.
 */
export function reportFindings(
  name: string,
  findings: readonly Finding[],
  skipped: readonly string[],
): number {
  const width = Math.max(0, ...findings.map(({ subject }) => subject.length));
  const lines = findings.map(
    ({ isRight, seen, shows, subject }) =>
      `${isRight ? 'ok   ' : 'WRONG'} ${subject.padEnd(width)} ${shows}: ${seen}`,
  );
  const wrong = findings.filter(({ isRight }) => !isRight).length;
  const end = `${findings.length - wrong} right, ${wrong} wrong, ${skipped.length} skipped`;
  const text = [...lines, ...skipped.map((reason) => `skip  ${reason}`), end].join('\n');
  process.stdout.write(`${text}\n`);
  writeReport(name, { findings, skipped });
  return wrong === 0 && findings.length > 0 ? 0 : 1;
}

/** Writes what a proof found to `dist/prove/NAME.json`. */
export function writeReport(name: string, report: object): void {
  mkdirSync(join(ROOT, 'dist/prove'), { recursive: true });
  writeFileSync(join(ROOT, `dist/prove/${name}.json`), `${JSON.stringify(report, undefined, 2)}\n`);
}
