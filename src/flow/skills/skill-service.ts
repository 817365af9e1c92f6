import type { Clock } from '../../base/time/clock.ts';
import type { FleetClient } from '../../client/fleet-client.ts';
import { askMachine, type MachineCall } from '../ask-machine.ts';

/** What the flows of skills need to talk to a service. */
export interface SkillService {
  readonly client: FleetClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Bounds the waiting for each change that a machine makes. */
  readonly followTimeoutMs: number;
}

interface SkillCall extends MachineCall {
  readonly operation: 'get_skill' | 'save_skill' | 'delete_skill';
  /** Bounds all waiting. */
  readonly waitMs: number;
}

/** `askMachine` for skills. Throws `Failure` as it does. */
export function callMachine(service: SkillService, call: SkillCall): Promise<unknown> {
  const { client, clock, signal } = service;
  const { waitMs, ...asked } = call;
  const deadlineMs = clock.now() + waitMs;
  return askMachine({ client, clock, signal, deadlineMs, observe: undefined }, asked);
}
