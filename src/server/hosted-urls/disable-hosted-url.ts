import { z } from 'zod';
import { recordAudit } from '../audit/record-audit.ts';
import { machineName, skillName } from '../catalogue/input-fields.ts';
import { type Call, defineOperation } from '../catalogue/operation.ts';
import type { HostedUrlRow } from '../database/tables/webhooks.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';
import { type HostedUrlTarget, noHostedUrl } from './find-hosted-url.ts';
import { disableHostedUrlRow, findHostedUrl } from './hosted-url-queries.ts';
import { hostedUrlSchema, hostedUrlSubject, readHostedUrlRecord } from './hosted-url-record.ts';

export const disableHostedUrl = defineOperation({
  name: 'disable_hosted_url',
  description:
    "Turns a skill's hosted URL off: its senders get 404 until it is on again, with a new URL. Confirm with the person first.",
  scope: 'fleet:admin',
  class: 'destructive',
  input: z.strictObject({ machine: machineName(), skill: skillName() }),
  responses: { 200: hostedUrlSchema },
  refusals: ['unknown_machine', 'ambiguous_machine', 'no_hosted_url'],
  async run(call, { machine: named, skill }) {
    const machine = await resolveMachine(call, named);
    const url = await disableUrl(call, { machine, skill });
    return { body: await readHostedUrlRecord(call, machine, url) };
  },
});

/**
 * Turns a skill's hosted URL off: its senders get 404 from now on.
 * Throws `Refusal` `no_hosted_url` where none is on.
 */
async function disableUrl(call: Call, { machine, skill }: HostedUrlTarget): Promise<HostedUrlRow> {
  const key = { organisation: call.caller.organisation, machine: machine.id, skill };
  return call.service.store.write(async (transaction) => {
    const url = await findHostedUrl(transaction.db, key);
    if (url?.enabled !== 1) throw noHostedUrl(machine, skill);
    await disableHostedUrlRow(transaction, key);
    await recordAudit(transaction, call, {
      action: 'hosted_url.disable',
      machine: machine.id,
      skill,
      subject: hostedUrlSubject(url),
    });
    return { ...url, enabled: 0, secret: '' };
  });
}
