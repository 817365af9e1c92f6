import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../check/tree.ts';

/** What one assistant was seen to do. */
export interface Finding {
  /** As `@openai/codex 0.169.0`. */
  readonly assistant: string;
  readonly shows: string;
  readonly isRight: boolean;
  /** What was seen, in a few words. */
  readonly seen: string;
}

/** Prints the findings and what was skipped, writes them to `dist/prove/assistants.json`, gives the exit code. */
export function report(findings: readonly Finding[], skipped: readonly string[]): number {
  const lines = findings.map(
    ({ assistant, isRight, seen, shows }) =>
      `${isRight ? 'ok   ' : 'WRONG'} ${assistant.padEnd(34)} ${shows}: ${seen}`,
  );
  const wrong = findings.filter(({ isRight }) => !isRight).length;
  const end = `${findings.length - wrong} right, ${wrong} wrong, ${skipped.length} skipped`;
  const text = [...lines, ...skipped.map((reason) => `skip  ${reason}`), end].join('\n');
  process.stdout.write(`${text}\n`);
  mkdirSync(join(ROOT, 'dist/prove'), { recursive: true });
  const file = JSON.stringify({ findings, skipped }, null, 2);
  writeFileSync(join(ROOT, 'dist/prove/assistants.json'), `${file}\n`);
  return wrong === 0 && findings.length > 0 ? 0 : 1;
}
