import type { Members, ScopeName } from '../entry.ts';

/** One row of the specification's operation table, with the input it describes. */
export interface OperationRow {
  readonly scope: ScopeName;
  readonly class: 'read' | 'write' | 'destructive';
  readonly text: string;
  readonly input: Members;
}
