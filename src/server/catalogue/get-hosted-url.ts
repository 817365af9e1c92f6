import { z } from 'zod';
import { hostedUrlOf, requireHostedUrl } from '../fleet/hosted-url.ts';
import { resolveMachine } from '../fleet/resolve-machine.ts';
import { machineName, skillName } from './input/field.ts';
import { defineOperation } from './operation.ts';
import { hostedUrlRecord } from './part/hosted-url-record.ts';
import { revealedHostedUrl } from './record/delivery.ts';

export const getHostedUrl = defineOperation({
  name: 'get_hosted_url',
  description: "Reveals a skill's hosted URL, to be entered where the webhooks are sent from.",
  scope: 'fleet:run',
  class: 'read',
  input: z.strictObject({ machine: machineName(), skill: skillName() }),
  answers: { 200: revealedHostedUrl },
  refusals: ['unknown_machine', 'ambiguous_machine', 'no_hosted_url'],
  async run(call, { machine: named, skill }) {
    const machine = await resolveMachine(call, named);
    const url = await requireHostedUrl(call, { machine, skill });
    return {
      body: { ...(await hostedUrlRecord(call, machine, url)), url: hostedUrlOf(call, url) },
    };
  },
});
