import { z } from 'zod';
import type { ServiceCommandArgs } from '../../contract/command-args.ts';
import { WAITS } from '../../contract/limits.ts';
import { deliveryId, machineName, skillName, waitSeconds } from '../catalogue/input-fields.ts';
import { type Call, defineOperation, type OperationResponse } from '../catalogue/operation.ts';
import { id, maybeText } from '../catalogue/record-fields.ts';
import { awaitCommand } from '../commands/await-command.ts';
import { failedCommandSchema, pendingCommandSchema } from '../commands/command-record.ts';
import {
  MACHINE_REFUSALS,
  readCommandResult,
  responseWithoutResult,
} from '../commands/command-response.ts';
import { queueCommandIn } from '../commands/queue-command.ts';
import { formatId } from '../database/row-id.ts';
import type { MachineRow } from '../database/schema.ts';
import type { DeliveryRow } from '../database/tables/webhooks.ts';
import { findMachineJob } from '../jobs/job-queries.ts';
import { jobSchema } from '../jobs/job-record.ts';
import { pendingJobSchema } from '../jobs/job-response.ts';
import { unlessUnavailable } from '../long-poll/long-poll.ts';
import { findMachine } from '../machines/machine-queries.ts';
import { machineTurn } from '../machines/machine-turn.ts';
import { Refusal } from '../refusal.ts';
import { deliveryOutcomeSchema, isDecided } from './delivery-record.ts';
import { resolveDelivery } from './resolve-delivery.ts';
import { runStoredDelivery } from './run-stored-delivery.ts';

const RESULT_MEMBERS = {
  machine_delivery_id: z.string(),
  outcome: deliveryOutcomeSchema,
  reason: maybeText,
  machine_job_id: maybeText,
};

const replayed = z.strictObject({
  delivery: id('del'),
  command_id: id('cmd'),
  ...RESULT_MEMBERS,
  outcome: deliveryOutcomeSchema.nullable(),
  job: id('job').nullable(),
});

export const replayDelivery = defineOperation({
  name: 'replay_delivery',
  description:
    'Replays a webhook on its machine; with `machine` or `skill`, runs its stored body there as a fresh run.',
  scope: 'fleet:run',
  class: 'write',
  input: z.strictObject({
    delivery: deliveryId(),
    force: z.boolean().describe('Skips the checks that it failed.').optional(),
    skip_filters: z.boolean().describe("Ignores the skill's when-filters.").optional(),
    machine: machineName().optional(),
    skill: skillName().optional(),
    wait_seconds: waitSeconds(WAITS.replay_delivery),
  }),
  rest: { method: 'POST', path: '/deliveries/{delivery}/replay' },
  responses: {
    200: z.union([replayed, jobSchema, failedCommandSchema]),
    202: z.union([pendingCommandSchema, pendingJobSchema]),
  },
  refusals: [
    ...MACHINE_REFUSALS,
    'unknown_machine',
    'ambiguous_machine',
    'ambiguous_delivery',
    'revoked',
  ],
  async run(call, { delivery: named, machine, skill, wait_seconds, ...how }) {
    const delivery = await resolveDelivery(call, named);
    if (machine !== undefined || skill !== undefined) {
      return runStoredDelivery(call, { delivery, machine, skill, waitSeconds: wait_seconds });
    }
    return replayOnMachine(call, delivery, {
      force: how.force ?? false,
      skip_filters: how.skip_filters ?? false,
      waitSeconds: wait_seconds,
    });
  },
});

interface Replay {
  readonly force: boolean;
  readonly skip_filters: boolean;
  readonly waitSeconds: number;
}

/** Replays the delivery on the machine that received it, as if it arrived once more. */
async function replayOnMachine(
  call: Call,
  delivery: DeliveryRow,
  { force, skip_filters, waitSeconds: wait }: Replay,
): Promise<OperationResponse> {
  if (!isDecided(delivery)) {
    throw new Refusal(
      'no_body',
      `The delivery is ${delivery.outcome}: ${delivery.reason}. There is nothing to replay.`,
    );
  }
  const machine = await machineOf(call, delivery);
  const queued = await call.service.store.write(
    (transaction) => {
      const job = { id: transaction.newId(), skill: delivery.skill ?? '' };
      const args: ServiceCommandArgs['delivery.replay'] = {
        machine_delivery_id: delivery.machine_delivery_id,
        force,
        skip_filters,
        job: formatId('job', job.id),
      };
      return queueCommandIn(transaction, call, {
        machine,
        type: 'delivery.replay',
        args: { ...args },
        job,
        audit: 'delivery.replay',
        subject: { kind: 'delivery', id: formatId('del', delivery.id) },
      });
    },
    [machineTurn(machine.id)],
  );
  const command = await awaitCommand(call, queued, wait);
  const unfinished = responseWithoutResult(command);
  if (unfinished) return unfinished;
  const result = readCommandResult(command, RESULT_MEMBERS);
  const machineJobId = result.machine_job_id ?? null;
  return {
    body: {
      delivery: formatId('del', delivery.id),
      command_id: formatId('cmd', command.id),
      machine_delivery_id: result.machine_delivery_id ?? delivery.machine_delivery_id,
      outcome: result.outcome ?? null,
      reason: result.reason ?? null,
      machine_job_id: machineJobId,
      job: await cloudIdOf(call, machine, machineJobId),
    },
  };
}

async function machineOf({ service }: Call, delivery: DeliveryRow): Promise<MachineRow> {
  const found = await service.store.read((db) =>
    findMachine(db, delivery.organisation, delivery.machine),
  );
  if (found) return found;
  throw new Refusal('unknown_machine', 'The machine of the delivery does not exist any more.');
}

async function cloudIdOf(
  { service }: Call,
  machine: MachineRow,
  machineJobId: string | null,
): Promise<string | null> {
  if (machineJobId === null) return null;
  const find = () => service.store.read((db) => findMachineJob(db, machine, machineJobId));
  const job = await unlessUnavailable(find, undefined);
  return job === undefined ? null : formatId('job', job.id);
}
