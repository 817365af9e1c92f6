import { z } from 'zod';
import { parseJson } from '../../base/json/lossless.ts';
import type { SyncResponse } from '../../contract/sync.ts';

/** Ids become file names on this machine, so nothing else is taken for one. */
const commandId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

const syncAnswer = z.object({
  machine: z.string(),
  commands: z.array(
    z.object({
      id: commandId,
      type: z.string(),
      args: z.record(z.string(), z.unknown()),
      expires_in_seconds: z.number(),
    }),
  ),
  hosted: z
    .array(
      z.object({
        id: commandId,
        skill: z.string(),
        received_at: z.iso.datetime({ offset: true }),
        sealed: z.string(),
      }),
    )
    .exactOptional(),
  store_payloads: z.boolean().exactOptional(),
  next_sync_seconds: z.number().min(0).max(3600),
});

/** A command as it arrives: its type may be one that this machine has never heard of. */
export type ReceivedCommand = z.output<typeof syncAnswer>['commands'][number];

export type ReceivedSync = Omit<SyncResponse, 'commands'> & {
  readonly commands: readonly ReceivedCommand[];
};

/** The answer to a sync in a JSON text, every number of a payload exact; null where it is none. */
export function parseSyncResponse(text: string): ReceivedSync | null {
  try {
    const parsed = syncAnswer.safeParse(parseJson(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
