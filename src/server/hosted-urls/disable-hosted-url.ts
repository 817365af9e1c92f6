import { z } from 'zod';
import { machineName, skillName } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { hostedUrlSchema } from '../deliveries/delivery-record.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';
import { disableUrl as disable } from './find-hosted-url.ts';
import { readHostedUrlRecord } from './hosted-url-record.ts';

export const disableHostedUrl = defineOperation({
  name: 'disable_hosted_url',
  description:
    "Turns a skill's hosted URL off: its senders get 404 until it is on again, with a new URL. Confirm with the person first.",
  scope: 'fleet:admin',
  class: 'destructive',
  input: z.strictObject({ machine: machineName(), skill: skillName() }),
  answers: { 200: hostedUrlSchema },
  refusals: ['unknown_machine', 'ambiguous_machine', 'no_hosted_url'],
  async run(call, { machine: named, skill }) {
    const machine = await resolveMachine(call, named);
    const url = await disable(call, { machine, skill });
    return { body: await readHostedUrlRecord(call, machine, url) };
  },
});
