import { z } from 'zod';
import { recordAudit } from '../audit/record-audit.ts';
import { machineName, skillName } from '../catalogue/input-fields.ts';
import { type Call, defineOperation } from '../catalogue/operation.ts';
import type { HostedUrlRow } from '../database/tables/webhooks.ts';
import { hasSkill } from '../machines/machine-report.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';
import { requirePlanRoom } from '../organisation/plan-limits.ts';
import { Refusal } from '../refusal.ts';
import { type HostedUrlTarget, noHostedUrl } from './find-hosted-url.ts';
import { newHostedToken } from './hosted-token.ts';
import { findHostedUrl, saveHostedUrl } from './hosted-url-queries.ts';
import {
  hostedUrlAddress,
  hostedUrlSubject,
  readHostedUrlRecord,
  revealedHostedUrlSchema,
} from './hosted-url-record.ts';

export const enableHostedUrl = defineOperation({
  name: 'enable_hosted_url',
  description:
    "Creates a skill's hosted URL, or a new one: a URL from before stops working at once. Confirm with the person first.",
  scope: 'fleet:admin',
  class: 'destructive',
  input: z.strictObject({ machine: machineName(), skill: skillName() }),
  responses: { 200: revealedHostedUrlSchema },
  refusals: ['unknown_machine', 'ambiguous_machine', 'plan_limit', 'revoked'],
  async run(call, { machine: named, skill }) {
    const machine = await resolveMachine(call, named);
    const url = await enableUrl(call, { machine, skill });
    return {
      body: {
        ...(await readHostedUrlRecord(call, machine, url)),
        url: hostedUrlAddress(call, url),
      },
    };
  },
});

/**
 * Turns a skill's hosted URL on with a new token; an earlier URL stops working with the same
 * transaction (specification, "Moves that are shown").
 * Throws `Refusal` `revoked`, `plan_limit`, or `invalid_request` for a skill that the machine has not
 * reported.
 */
async function enableUrl(call: Call, { machine, skill }: HostedUrlTarget): Promise<HostedUrlRow> {
  if (machine.disconnected_at !== null) {
    throw new Refusal('revoked', `The machine ${machine.name} was disconnected; pair it again.`);
  }
  if (!hasSkill(machine, skill)) {
    const name = JSON.stringify(skill);
    throw new Refusal(
      'invalid_request',
      `\`skill\` is ${name}, which is not a skill of the machine ${machine.name}.`,
    );
  }
  const key = { organisation: call.caller.organisation, machine: machine.id, skill };
  return call.service.store.write(async (transaction) => {
    const before = await findHostedUrl(transaction.db, key);
    if (before?.enabled !== 1) {
      const { enforcePlans } = call.service.settings;
      const { organisation } = call.caller;
      await requirePlanRoom({ ...transaction, organisation, enforcePlans }, 'hosted_urls');
    }
    await saveHostedUrl(transaction, key, newHostedToken(transaction.newId()));
    const url = await findHostedUrl(transaction.db, key);
    if (url === undefined) throw noHostedUrl(machine, skill);
    await recordAudit(transaction, call, {
      action: 'hosted_url.enable',
      machine: machine.id,
      skill,
      subject: hostedUrlSubject(url),
    });
    return url;
  });
}
