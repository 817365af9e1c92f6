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
  return patterns;
}
