import { sanitiseLine } from '../render/sanitise.ts';
import { formatName, type PrintFlags } from './print-options.ts';
import type { Terminal } from './terminal.ts';
import { wrappedAdvice } from './wrap.ts';

/** What is wrong, and how to fix it. */
export interface Advice {
  readonly about: string;
  readonly words: string;
}

const INDENT = '  ';

/** Whether a table goes to a terminal, which cuts the long sentences in it. */
export function truncatesTable(flags: PrintFlags, terminal: Terminal): boolean {
  return (
    formatName(flags, terminal) === 'table' &&
    terminal.stdout.isTerminal &&
    terminal.stderr.isTerminal
  );
}

/** Prints each piece of advice in full on stderr, below the table. */
export async function printAdvice(pieces: readonly Advice[], terminal: Terminal): Promise<void> {
  const width = terminal.stderr.columns - INDENT.length;
  for (const { about, words } of pieces) {
    const lines = wrappedAdvice(sanitiseLine(words), width).map((line) => `${INDENT}${line}`);
    await terminal.stderr.write(`\n${sanitiseLine(about)}\n${lines.join('\n')}\n`);
  }
}
