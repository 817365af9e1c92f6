/** What has a name or an id that a person types. */
export const NAME_KINDS = [
  'machine',
  'skill',
  'job',
  'command',
  'delivery',
  'alert',
  'channel',
  'issue',
] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** A thing that an answer of the service named, with what tells it apart from others. */
export interface KeptName {
  /** Of a skill its name. */
  readonly id: string;
  readonly name?: string;
  readonly hostname?: string;
  /** Of a skill: id of its machine, or how the person called that. */
  readonly machine?: string;
  readonly state?: string;
  readonly about?: string;
  /** When it came to be, in milliseconds since the epoch. */
  readonly atMs?: number;
  /** What may be answered to the question that it asks. */
  readonly options?: readonly string[];
  /** When the service named it last, by the clock of this computer. */
  readonly seenAtMs: number;
}

/** The members that the rows of a list had. */
interface KeptColumns {
  readonly names: readonly string[];
  readonly seenAtMs: number;
}

/** What is kept of the answers that a profile got, for completion and for "did you mean". */
export interface KeptNames {
  readonly names: Readonly<Partial<Record<NameKind, readonly KeptName[]>>>;
  /** By operation. */
  readonly columns: Readonly<Record<string, KeptColumns>>;
}

/** After this time nothing is offered any more. */
const KEPT_FOR_MS = 10 * 60 * 1000;

/** Whether something seen then still counts; a time that has not come yet does not. */
export function isKept({ seenAtMs }: { readonly seenAtMs: number }, nowMs: number): boolean {
  return seenAtMs <= nowMs && nowMs - seenAtMs <= KEPT_FOR_MS;
}
