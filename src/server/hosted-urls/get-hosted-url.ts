import { z } from 'zod';
import { recordAudit } from '../audit/record-audit.ts';
import { machineName, skillName } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';
import { requireHostedUrl } from './find-hosted-url.ts';
import {
  hostedUrlAddress,
  hostedUrlSubject,
  readHostedUrlRecord,
  revealedHostedUrlSchema,
} from './hosted-url-record.ts';

export const getHostedUrl = defineOperation({
  name: 'get_hosted_url',
  description: "Reveals a skill's hosted URL, to be entered where the webhooks are sent from.",
  scope: 'fleet:run',
  class: 'read',
  input: z.strictObject({ machine: machineName(), skill: skillName() }),
  responses: { 200: revealedHostedUrlSchema },
  refusals: ['unknown_machine', 'ambiguous_machine', 'no_hosted_url'],
  async run(call, { machine: named, skill }) {
    const machine = await resolveMachine(call, named);
    const url = await requireHostedUrl(call, { machine, skill });
    await call.service.store.write((transaction) =>
      recordAudit(transaction, call, {
        action: 'hosted_url.reveal',
        machine: machine.id,
        skill,
        subject: hostedUrlSubject(url),
      }),
    );
    return {
      body: {
        ...(await readHostedUrlRecord(call, machine, url)),
        url: hostedUrlAddress(call, url),
      },
    };
  },
});
