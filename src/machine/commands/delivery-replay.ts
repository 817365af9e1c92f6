import { z } from 'zod';
import type { ServiceCommandResults } from '../../contract/command-args.ts';
import { MachineError } from '../machine-error.ts';
import { readSkill } from '../skills/skill-folder.ts';
import { ACCEPTED, type Decision, decideByFilters } from '../webhooks/decide-outcome.ts';
import { payloadOf } from '../webhooks/incoming-webhook.ts';
import { defineCommand } from './define-command.ts';

/**
 * Runs a stored webhook again, byte for byte, with the skill as it is now. Without `force` a webhook
 * that was rejected or a duplicate stays that, since its signature was not stored to check it again;
 * `skip_filters` ignores the skill's when-filters (specification, the delivery's replay route).
 */
export const deliveryReplay = defineCommand({
  type: 'delivery.replay',
  args: z.strictObject({
    machine_delivery_id: z.string().min(1).max(200),
    force: z.boolean(),
    skip_filters: z.boolean(),
    job: z.string().min(1).max(200),
  }),
  async run(machine, args): Promise<ServiceCommandResults['delivery.replay']> {
    const { machine_delivery_id, job } = args;
    const { deliveries, folder, jobs, store } = machine;
    const delivery = deliveries.get(machine_delivery_id);
    if (delivery === undefined) {
      const message = `the machine has no delivery ${machine_delivery_id}`;
      throw new MachineError('unknown_delivery', message);
    }
    const known = store.findByServerId(job)?.report.machine_job_id;
    if (known !== undefined) return resultOf(machine_delivery_id, ACCEPTED, known);
    const body = await deliveries.body(machine_delivery_id);
    if (body === undefined) {
      throw new MachineError('no_body', `the body of ${machine_delivery_id} was not stored`);
    }
    const { skill } = await readSkill(folder.skills, delivery.report.skill ?? '');
    const { outcome, reason, code, http_status: httpStatus } = delivery.report;
    if (!args.force && (outcome === 'rejected' || outcome === 'duplicate')) {
      return resultOf(machine_delivery_id, { outcome, reason, code, httpStatus }, null);
    }
    const decision = args.skip_filters ? ACCEPTED : decideByFilters(skill, body);
    if (decision.outcome !== 'accepted') return resultOf(machine_delivery_id, decision, null);
    const { headers } = delivery.report;
    const { query } = delivery;
    const request = { skill, job, trigger: 'replay', body, headers, query } as const;
    const started = await jobs.start({ ...request, payload: payloadOf(body) });
    return resultOf(machine_delivery_id, ACCEPTED, started.report.machine_job_id);
  },
});

function resultOf(
  machine_delivery_id: string,
  { outcome, reason }: Decision,
  machine_job_id: string | null,
): ServiceCommandResults['delivery.replay'] {
  return { machine_delivery_id, outcome, reason, machine_job_id };
}
