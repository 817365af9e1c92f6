import type { Caller } from '../access/caller.ts';

/** Whose held requests are counted together: those of one key or person. */
export function callerKey({ kind, id }: Pick<Caller, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}
