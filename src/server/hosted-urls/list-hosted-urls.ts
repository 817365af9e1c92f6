import { z } from 'zod';
import { machineName } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { listOf } from '../catalogue/record-fields.ts';
import { findMachines } from '../machines/machine-queries.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';
import { countUncollected } from './hosted-delivery-queries.ts';
import { listHostedUrls as listRows } from './hosted-url-queries.ts';
import { hostedUrlSchema, toHostedUrlRecord } from './hosted-url-record.ts';

export const listHostedUrls = defineOperation({
  name: 'list_hosted_urls',
  description:
    'Hosted URLs per skill: on or off, key prefix, what it received and what waits for the machine. Never the URL.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({ machine: machineName().optional() }),
  responses: { 200: listOf('hosted_urls', hostedUrlSchema) },
  refusals: ['unknown_machine', 'ambiguous_machine'],
  async run(call, { machine }) {
    const { store } = call.service;
    const { organisation } = call.caller;
    const only = machine === undefined ? undefined : (await resolveMachine(call, machine)).id;
    const [urls, waiting] = await store.read(async (db) => [
      await listRows(db, organisation, only),
      await countUncollected(db, organisation),
    ]);
    const ids = urls.map((url) => url.machine);
    const machines = await store.read((db) => findMachines(db, organisation, ids));
    const connected = urls.filter((url) => machines.get(url.machine)?.disconnected_at === null);
    return {
      body: {
        hosted_urls: connected.map((url) =>
          toHostedUrlRecord(url, machines.get(url.machine), waitingOf(url, waiting)),
        ),
        next_before: null,
      },
    };
  },
});

interface SkillKey {
  readonly machine: number;
  readonly skill: string;
}

function waitingOf(
  url: SkillKey,
  waiting: readonly (SkillKey & { readonly count: number })[],
): number {
  const found = waiting.find(
    ({ machine, skill }) => machine === url.machine && skill === url.skill,
  );
  return Number(found?.count ?? 0);
}
