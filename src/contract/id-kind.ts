/** What is named by an id that nobody knows by heart. */
export const ID_KINDS = ['job', 'command', 'delivery', 'alert'] as const;
export type IdKind = (typeof ID_KINDS)[number];

/** What stands for the newest one in the answers that this profile got. */
export const LAST = '@last';
