import { z } from 'zod';
import { enableHostedUrl as enable, hostedUrlOf } from '../fleet/hosted-url.ts';
import { resolveMachine } from '../fleet/resolve-machine.ts';
import { machineName, skillName } from './input/field.ts';
import { defineOperation } from './operation.ts';
import { hostedUrlRecord } from './part/hosted-url-record.ts';
import { revealedHostedUrl } from './record/delivery.ts';

export const enableHostedUrl = defineOperation({
  name: 'enable_hosted_url',
  description:
    "Creates a skill's hosted URL, or a new one: a URL from before stops working at once. Confirm with the person first.",
  scope: 'fleet:admin',
  class: 'destructive',
  input: z.strictObject({ machine: machineName(), skill: skillName() }),
  answers: { 200: revealedHostedUrl },
  refusals: ['unknown_machine', 'ambiguous_machine', 'plan_limit', 'revoked'],
  async run(call, { machine: named, skill }) {
    const machine = await resolveMachine(call, named);
    const url = await enable(call, { machine, skill });
    return {
      body: { ...(await hostedUrlRecord(call, machine, url)), url: hostedUrlOf(call, url) },
    };
  },
});
