import { z } from 'zod';
import { disableHostedUrl as disable } from '../fleet/hosted-url.ts';
import { resolveMachine } from '../fleet/resolve-machine.ts';
import { machineName, skillName } from './input/field.ts';
import { defineOperation } from './operation.ts';
import { hostedUrlRecord } from './part/hosted-url-record.ts';
import { hostedUrl } from './record/delivery.ts';

export const disableHostedUrl = defineOperation({
  name: 'disable_hosted_url',
  description:
    "Turns a skill's hosted URL off: its senders get 404 until it is on again, with a new URL. Confirm with the person first.",
  scope: 'fleet:admin',
  class: 'destructive',
  input: z.strictObject({ machine: machineName(), skill: skillName() }),
  answers: { 200: hostedUrl },
  refusals: ['unknown_machine', 'ambiguous_machine', 'no_hosted_url'],
  async run(call, { machine: named, skill }) {
    const machine = await resolveMachine(call, named);
    const url = await disable(call, { machine, skill });
    return { body: await hostedUrlRecord(call, machine, url) };
  },
});
