import { z } from 'zod';
import { machineName, skillName } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { revealedHostedUrlSchema } from '../deliveries/delivery-record.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';
import { turnHostedUrlOn as enable, hostedUrlAddress } from './find-hosted-url.ts';
import { readHostedUrlRecord } from './hosted-url-record.ts';

export const enableHostedUrl = defineOperation({
  name: 'enable_hosted_url',
  description:
    "Creates a skill's hosted URL, or a new one: a URL from before stops working at once. Confirm with the person first.",
  scope: 'fleet:admin',
  class: 'destructive',
  input: z.strictObject({ machine: machineName(), skill: skillName() }),
  answers: { 200: revealedHostedUrlSchema },
  refusals: ['unknown_machine', 'ambiguous_machine', 'plan_limit', 'revoked'],
  async run(call, { machine: named, skill }) {
    const machine = await resolveMachine(call, named);
    const url = await enable(call, { machine, skill });
    return {
      body: {
        ...(await readHostedUrlRecord(call, machine, url)),
        url: hostedUrlAddress(call, url),
      },
    };
  },
});
