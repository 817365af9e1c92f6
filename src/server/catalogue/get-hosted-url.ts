import { z } from 'zod';
import { hostedUrlOf, requireHostedUrl } from '../fleet/hosted-url.ts';
import { resolveMachine } from '../fleet/resolve-machine.ts';
import { machineName, skillName } from './input/field.ts';
import { defineOperation } from './operation.ts';
import { hostedUrlRecord } from './part/hosted-url-record.ts';

export const getHostedUrl = defineOperation({
  name: 'get_hosted_url',
  description: "Reveals a skill's hosted URL, to be entered where the webhooks are sent from.",
  scope: 'fleet:run',
  class: 'read',
  input: z.strictObject({ machine: machineName(), skill: skillName() }),
  async run(call, { machine: named, skill }) {
    const machine = await resolveMachine(call, named);
    const url = await requireHostedUrl(call, { machine, skill });
    return {
      body: { ...(await hostedUrlRecord(call, machine, url)), url: hostedUrlOf(call, url) },
    };
  },
});
