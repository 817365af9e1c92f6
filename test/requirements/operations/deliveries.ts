import { before, machineFilter, oursPair, pageOf20, wait } from './inputs.ts';
import type { OperationRow } from './operation-row.ts';

/** Operations on deliveries and hosted URLs. */
export const DELIVERY_OPERATIONS = {
  list_deliveries: {
    scope: 'fleet:read',
    class: 'read',
    text: 'Deliveries newest first, rejected, skipped and duplicate ones included.',
    input: {
      machine: machineFilter,
      skill: { type: 'string' },
      outcome: { type: 'string' },
      via: { type: 'string', values: ['http', 'ingress'] },
      q: { type: 'string', max: 200 },
      since: { type: 'string', moment: true },
      until: { type: 'string', moment: true },
      delivery_id: { type: 'string' },
      job: { type: 'string' },
      before,
      limit: pageOf20,
    },
  },
  get_delivery: {
    scope: 'fleet:read',
    class: 'read',
    text: 'One delivery with redacted headers, and the stored body when asked and kept.',
    input: { delivery: { type: 'string', required: true }, include_body: { type: 'boolean' } },
  },
  replay_delivery: {
    scope: 'fleet:run',
    class: 'write',
    text: 'Replays a delivery, or runs its stored body on another machine or skill.',
    input: {
      delivery: { type: 'string', required: true },
      force: { type: 'boolean' },
      skip_filters: { type: 'boolean' },
      machine: machineFilter,
      skill: { type: 'string', min: 1, max: 64 },
      wait_seconds: wait(60, 15),
    },
  },
  list_hosted_urls: {
    scope: 'fleet:read',
    class: 'read',
    text: 'Per skill on or off, key prefix, received, waiting; never the URL.',
    input: { machine: { type: 'string', ours: true } },
  },
  get_hosted_url: {
    scope: 'fleet:run',
    class: 'read',
    text: 'Reveals the hosted URL of a skill.',
    input: oursPair,
  },
  enable_hosted_url: {
    scope: 'fleet:admin',
    class: 'destructive',
    text: 'Creates a hosted URL or a new one.',
    input: oursPair,
  },
  disable_hosted_url: {
    scope: 'fleet:admin',
    class: 'destructive',
    text: 'Turns a hosted URL off.',
    input: oursPair,
  },
} as const satisfies Readonly<Record<string, OperationRow>>;
