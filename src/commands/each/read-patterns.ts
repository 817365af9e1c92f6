import { usageFailure } from '../../contract/failure.ts';
import { createInputSource } from '../../flags/input-source.ts';
import type { MachinePattern } from '../../flow/each/select-machines.ts';
import { inputReaders } from '../input-readers.ts';
import type { Runtime } from '../runtime.ts';

/**
 * The machines that `--machine` names: globs, and with `@file` and `@-` whole names, one a line. Throws
 * `Failure` usage where nothing can be read there, or no name.
 */
export async function readPatterns(
  machine: readonly string[],
  runtime: Runtime,
): Promise<readonly MachinePattern[]> {
  const source = createInputSource(inputReaders(runtime));
  const patterns: MachinePattern[] = [];
  for (const text of machine) {
    if (!text.startsWith('@')) {
      patterns.push({ text, isExact: false });
      continue;
    }
    const lines = (await source.textOf(text, '--machine')).split(/\r?\n/);
    const names = lines.filter((line) => line.trim() !== '');
    if (names.length === 0) throw usageFailure('--machine names no machine', `${text} is empty.`);
    patterns.push(...names.map((name) => ({ text: name, isExact: true })));
  }
  refuseNegationBesideOthers(patterns);
  return patterns;
}

/** What several patterns name adds up: all machines but one, and one more, are not what anybody means by it. */
function refuseNegationBesideOthers(patterns: readonly MachinePattern[]): void {
  const negation = patterns.find(({ isExact, text }) => !isExact && text.startsWith('!('));
  if (negation === undefined || patterns.length === 1) return;
  throw usageFailure(
    '--machine leaves nothing out beside another',
    `--machine is also ${JSON.stringify(negation.text)}, which adds every other machine to those.`,
    "Leave machines out with --where, as --where 'name!=build-01'.",
  );
}
