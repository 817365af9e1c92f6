import { z } from 'zod';
import { hostedUrlView } from '../fleet/hosted-url.ts';
import { resolveMachine } from '../fleet/resolve-machine.ts';
import { countWaiting } from '../store/held-deliveries.ts';
import { listHostedUrls as listRows } from '../store/hosted-urls.ts';
import { findMachines } from '../store/machines.ts';
import { machineName } from './input/field.ts';
import { defineOperation } from './operation.ts';
import { hostedUrl } from './record/delivery.ts';
import { listOf } from './record/value.ts';

export const listHostedUrls = defineOperation({
  name: 'list_hosted_urls',
  description:
    'Hosted URLs per skill: on or off, key prefix, what it received and what waits for the machine. Never the URL.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({ machine: machineName().optional() }),
  answers: { 200: listOf('hosted_urls', hostedUrl) },
  refusals: ['unknown_machine', 'ambiguous_machine'],
  async run(call, { machine }) {
    const { store } = call.service;
    const { organisation } = call.caller;
    const only = machine === undefined ? undefined : (await resolveMachine(call, machine)).id;
    const [urls, waiting] = await store.read(async (db) => [
      await listRows(db, organisation, only),
      await countWaiting(db, organisation),
    ]);
    const ids = urls.map((url) => url.machine);
    const machines = await store.read((db) => findMachines(db, organisation, ids));
    const connected = urls.filter((url) => machines.get(url.machine)?.disconnected_at === null);
    return {
      body: {
        hosted_urls: connected.map((url) =>
          hostedUrlView(url, machines.get(url.machine)?.name ?? null, waitingOf(url, waiting)),
        ),
        next_before: null,
      },
    };
  },
});

interface Skill {
  readonly machine: number;
  readonly skill: string;
}

function waitingOf(url: Skill, waiting: readonly (Skill & { readonly count: number })[]): number {
  const found = waiting.find(
    ({ machine, skill }) => machine === url.machine && skill === url.skill,
  );
  return Number(found?.count ?? 0);
}
