import { z } from 'zod';
import { parseJson } from '../../base/json/lossless.ts';
import type { SyncResponse } from '../../contract/sync.ts';

/** Ids become file names on this machine, so other characters are refused. */
const commandId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

const syncResponse = z.object({
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

/** A command as received: this machine may not know its type. */
export type ReceivedCommand = z.output<typeof syncResponse>['commands'][number];

export type ReceivedSync = Omit<SyncResponse, 'commands'> & {
  readonly commands: readonly ReceivedCommand[];
};

/** Parses the response to a sync, with exact numbers in payloads; undefined where it is not valid. */
export function parseSyncResponse(text: string): ReceivedSync | undefined {
  try {
    const parsed = syncResponse.safeParse(parseJson(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
