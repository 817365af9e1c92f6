import { pause } from '../../base/time/pause.ts';
import { rfc3339 } from '../../base/time/rfc3339.ts';
import type { FleetClient } from '../../client/fleet-client.ts';
import { Failure, notTheServiceFailure } from '../../contract/failure.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import { clientFor, type SecretContext } from './context.ts';
import { idIn } from './id-in.ts';
import type { LockedEntry } from './locked-entry.ts';

const LOOKS = 3;
const LOOK_PAUSE_MS = 1_000;

/**
 * Finds the command of a request whose response was lost, by its request id in the audit log, and
 * moves the entry on. A request is never sent again, and a command that is not surely ours is never
 * claimed: that would take a value from whoever asked for it. Throws `Failure` conflict where there
 * is no such command; the entry stays, since the request may still arrive.
 */
export async function findRequest(locked: LockedEntry, context: SecretContext): Promise<void> {
  const client = await clientFor(locked.entry, context);
  for (let look = 1; look <= LOOKS; look += 1) {
    const commandId = await commandOf(locked.entry.requestId, client);
    if (commandId !== undefined) return locked.move('accept', { commandId });
    if (look < LOOKS && !(await pause(context.clock, LOOK_PAUSE_MS, context.signal))) break;
  }
  const { expiresAtMs, id, machine, requestId } = locked.entry;
  throw new Failure('conflict', {
    code: 'request_not_found',
    title: 'The service does not know this request',
    detail:
      `Its response was lost, and the audit log has no secret asked of ${machine} with the request id ` +
      `${requestId}: most likely it never arrived.`,
    advice: `Request the secret again. This entry is removed after ${rfc3339(expiresAtMs)}.`,
    next: [{ step: 'discard_secret', id }],
    extra: { id },
  });
}

async function commandOf(requestId: string, client: FleetClient): Promise<string | undefined> {
  const input = { action: 'secret.request', limit: 100 };
  const response = await client.callTool('list_audit_log', JSON.stringify(input), {
    operationClass: 'read',
  });
  const entries = memberOf(response.value, 'entries');
  if (!Array.isArray(entries)) {
    const { requestId } = response;
    throw notTheServiceFailure({ detail: 'It has no entries of the audit log.', requestId });
  }
  const ours = entries.find((entry) => textOf(entry, 'request_id') === requestId);
  return idIn(ours, 'command_id');
}
