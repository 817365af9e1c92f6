/** Stands in a text that left a machine in the place of what looks like a secret. */
export const SCRUBBED = '[scrubbed]';

/** How often a text has what stands in the place of a secret. */
export function marksIn(text: string): number {
  return text.split(SCRUBBED).length - 1;
}
