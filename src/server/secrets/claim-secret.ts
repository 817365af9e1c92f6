import { z } from 'zod';
import type { ServiceCommandArgs } from '../../contract/command-args.ts';
import type { ClaimState } from '../../contract/record/claim.ts';
import type { CommandError } from '../../contract/record/command.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { anyText } from '../catalogue/input-fields.ts';
import { type Call, defineOperation } from '../catalogue/operation.ts';
import { findCommand } from '../commands/command-queries.ts';
import { commandErrorSchema } from '../commands/command-record.ts';
import { resolveCommand, unknownCommand } from '../commands/resolve-command.ts';
import type { Connection } from '../database/connection.ts';
import type { CommandRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { SealedSecretRow } from '../database/tables/short-lived.ts';
import { Refusal } from '../refusal.ts';
import { expireClaim, moveClaim } from './claim.ts';
import { isClaimDue } from './claim-state.ts';
import { findSecretRequest } from './sealed-secret-queries.ts';

/** `POST /commands/{command}/claim`: a route of its own, no operation. */
export const claimSecret = defineOperation({
  name: 'POST /api/v1/commands/{command}/claim',
  description:
    'Hands out what a machine sealed, once and only to the key that asked for it, within two minutes.',
  scope: 'fleet:admin',
  class: 'write',
  input: z.strictObject({ command: anyText("The request's command_id.") }),
  rest: { method: 'POST', path: '/commands/{command}/claim', operationId: 'claim_secret' },
  responses: {
    200: z.union([
      z.strictObject({ state: z.literal('sealed'), sealed: z.string() }),
      z.strictObject({ state: z.enum(['claimed', 'expired', 'exists']) }),
      z.strictObject({ state: z.literal('failed'), error: commandErrorSchema.nullable() }),
    ]),
    202: z.strictObject({ state: z.literal('pending') }),
  },
  refusals: ['unknown_command'],
  async run(call, { command }) {
    const body = await claimSealedSecret(call, command);
    return { status: body.state === 'pending' ? 202 : 200, body };
  },
});

/** The body of the response to a claim. */
type ClaimResponse =
  | { readonly state: Exclude<ClaimState, 'sealed' | 'failed'> }
  | { readonly state: 'sealed'; readonly sealed: string }
  | { readonly state: 'failed'; readonly error: CommandError | null };

interface ClaimedRequest {
  readonly claim: SealedSecretRow;
  readonly command: CommandRow;
}

/**
 * Hands out the sealed value once, to the key that requested it, and gives every later claim the state
 * that the request ended in (specification, "Sealed-secret claim"); audited as `secret.claim`.
 * Throws `Refusal` `unknown_command` with status 404; `forbidden` for another key.
 */
async function claimSealedSecret(call: Call, named: string): Promise<ClaimResponse> {
  const { service, caller } = call;
  const command = await resolveCommand(call, named);
  const request = await service.store.read((db) => findRequest(db, command));
  if (request === undefined) throw unknownCommand(named);
  if (command.asked_kind !== caller.kind || command.asked_id !== caller.id) {
    throw new Refusal('forbidden', 'Only the key that asked for the secret may claim it.');
  }
  const { claim } = request;
  const mayChange = claim.state === 'sealed' || isClaimDue(claim, service.clock.now());
  if (!mayChange) return claimResponse(request);
  return service.store.write((transaction) => claimIn(transaction, call, command));
}

/** Reads the claim before its command: the state of a claim is never newer than that of its command. */
async function findRequest(
  db: Connection,
  { organisation, id }: Pick<CommandRow, 'organisation' | 'id'>,
): Promise<ClaimedRequest | undefined> {
  const claim = await findSecretRequest(db, { organisation, id });
  const command = await findCommand(db, organisation, id);
  return claim && command && { claim, command };
}

/** Claims in a transaction: since the first reading another claim may have taken it, or it may have expired. */
async function claimIn(
  transaction: WriteTransaction,
  call: Call,
  command: CommandRow,
): Promise<ClaimResponse> {
  const request = await findRequest(transaction.db, command);
  if (request === undefined) throw new Refusal('internal', 'The request of a secret is gone.');
  const { claim } = request;
  if (isClaimDue(claim, transaction.now)) {
    return claimResponse({ ...request, claim: await expireClaim(transaction, claim) });
  }
  const { sealed } = claim;
  if (sealed === null) return claimResponse(request);
  await moveClaim(transaction, claim, 'claim');
  await recordAudit(transaction, call, {
    action: 'secret.claim',
    machine: command.machine,
    command: command.id,
    subject: { kind: 'secret', name: requestedName(command) },
  });
  return { state: 'sealed', sealed };
}

function requestedName({ args }: CommandRow): string {
  const request: ServiceCommandArgs['secret.generate'] = JSON.parse(args);
  return request.name;
}

function claimResponse({ claim: { state }, command: { error } }: ClaimedRequest): ClaimResponse {
  if (state === 'failed') return { state, error: error === null ? null : JSON.parse(error) };
  // A sealed claim without its value cannot be: one transaction writes both.
  if (state === 'sealed') throw new Refusal('internal', 'The sealed value is not there.');
  return { state };
}
