import { z } from 'zod';
import { parseJson } from '../../base/json/lossless.ts';
import { exceededLimit } from '../../base/json/size.ts';
import type { SyncResponse } from '../../contract/sync.ts';

/** Ids become file names on this machine, so other characters are refused. */
const commandId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

/** More than a server hands out at once; what is beyond comes again. */
const HANDED_MAX = 100;

/** A type of this machine is shorter, so that a longer one is still unknown. */
const TYPE_CHARS_MAX = 100;

/** A server hands out 1 MiB of commands, or one that is larger, and each value has two characters. */
const LIMITS = { levelsMax: 500, valuesMax: 1_000_000, listsMax: 1_000_000 };

const command = z.object({
  id: commandId,
  type: z.string().transform((type) => type.slice(0, TYPE_CHARS_MAX)),
  args: z.record(z.string(), z.unknown()),
  expires_in_seconds: z.number(),
});

/** More than a webhook of 512 KiB has when it is sealed, its headers with it. */
const SEALED_CHARS_MAX = 2 * 1024 * 1024;
const SKILL_CHARS_MAX = 64;
const TIME_CHARS_MAX = 64;

const hosted = z.object({
  id: commandId,
  skill: z.string(),
  received_at: z.iso.datetime({ offset: true }),
  sealed: z.string(),
});

const syncResponse = z.object({
  machine: z.string(),
  commands: firstOf(command),
  hosted: firstOf(hosted)
    .transform((items) => items.filter(isBounded))
    .exactOptional(),
  store_payloads: z.boolean().exactOptional(),
  next_sync_seconds: z.number().min(0).max(3600),
});

/** Of what is longer than any webhook the machine would keep a report; the server has to keep it. */
function isBounded({ received_at, sealed, skill }: z.output<typeof hosted>): boolean {
  const isShort = skill.length <= SKILL_CHARS_MAX && received_at.length <= TIME_CHARS_MAX;
  return isShort && sealed.length <= SEALED_CHARS_MAX;
}

/** A list of which as much is read as is taken at once. */
function firstOf<Item extends z.ZodType>(item: Item) {
  const first = z.array(z.unknown()).transform((items) => items.slice(0, HANDED_MAX));
  return first.pipe(z.array(item));
}

/** A command as received: this machine may not know its type. */
export type ReceivedCommand = z.output<typeof syncResponse>['commands'][number];

export type ReceivedSync = Omit<SyncResponse, 'commands'> & {
  readonly commands: readonly ReceivedCommand[];
};

/**
 * Parses the response to a sync, with exact numbers in payloads; undefined where it is not valid, or
 * has more values or levels than a server hands out.
 */
export function parseSyncResponse(text: string): ReceivedSync | undefined {
  if (exceededLimit(text, LIMITS) !== undefined) return undefined;
  try {
    const parsed = syncResponse.safeParse(parseJson(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
