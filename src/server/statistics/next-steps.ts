import { rfc3339 } from '../../base/time/rfc3339.ts';
import type { MachineStatus } from '../../contract/record/machine.ts';
import { scopeAllows } from '../../contract/scope.ts';
import type { Caller } from '../access/caller.ts';

/** How many of each kind an overview shows; so many may be more. */
export const SHOWN_MAX = 20;

/** What to do next: an operation, its input, and why. */
interface NextStep {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly why: string;
}

interface Situation {
  readonly attention: {
    readonly counts: { readonly needs_input: number; readonly in_progress: number };
    readonly open_alerts: readonly unknown[];
    readonly failed_jobs: readonly { readonly id: string }[];
    readonly rejected_deliveries: readonly unknown[];
    readonly checks: readonly { readonly machine: string; readonly name: string }[];
  };
  /** When the last 24 hours began, in milliseconds. */
  readonly since: number;
  readonly machines: readonly { readonly id: string; readonly status: MachineStatus }[];
  readonly caller: Pick<Caller, 'scope'>;
}

/** The steps that a situation calls for, the most pressing first; never none. */
export function nextSteps({ attention, since, machines, caller }: Situation): readonly NextStep[] {
  const { counts, open_alerts: alerts, failed_jobs: failed, checks } = attention;
  const { rejected_deliveries: rejected } = attention;
  const steps: NextStep[] = [];
  if (counts.needs_input > 0) {
    const input = { view: 'needs_input' };
    const then = scopeAllows(caller.scope, 'fleet:run') ? ', then answer_job' : '';
    const why = `Agents that wait for a person: ${counts.needs_input}; read their questions${then}.`;
    steps.push({ tool: 'list_inbox', input, why });
  }
  const [firstFailed] = failed;
  if (firstFailed !== undefined) {
    const why = `Jobs failed in the last 24 hours: ${counted(failed)}; look at the newest.`;
    steps.push({ tool: 'get_job', input: { job: firstFailed.id }, why });
  }
  if (rejected.length > 0) {
    const input = { outcome: 'rejected', since: rfc3339(since) };
    const why = `Webhooks rejected in the last 24 hours: ${counted(rejected)}; each has its reason.`;
    steps.push({ tool: 'list_deliveries', input, why });
  }
  const [check] = checks;
  if (check !== undefined) {
    const why =
      'A health check is failing or warning; the record of the machine says how to fix it.';
    steps.push({ tool: 'get_machine', input: { machine: check.machine }, why });
  }
  if (alerts.length > 0) steps.push({ tool: 'list_alerts', input: {}, why: 'Alerts are open.' });
  if (counts.in_progress > 0) {
    const why = `Jobs that are queued or run: ${counts.in_progress}.`;
    steps.push({ tool: 'list_inbox', input: { view: 'in_progress' }, why });
  }
  if (steps.length > 0) return steps;
  const [tool, why] =
    machines.length === 0
      ? ['list_machines', 'No machine is paired yet; a person pairs one on the dashboard.']
      : ['list_skills', 'Nothing needs a person now; see what the machines can run.'];
  return [{ tool, input: {}, why }];
}

function counted({ length }: readonly unknown[]): string {
  return length < SHOWN_MAX ? `${length}` : `${length} or more`;
}
