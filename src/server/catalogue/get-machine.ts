import { z } from 'zod';
import { scopeAllows } from '../../contract/scope.ts';
import { hostedSkillsOf, withWaiting } from '../fleet/hosted-url.ts';
import { momentOf } from '../fleet/machine-status.ts';
import { machineDetail } from '../fleet/machine-view.ts';
import { resolveMachine } from '../fleet/resolve-machine.ts';
import { countWaiting } from '../store/held-deliveries.ts';
import { listHostedUrls } from '../store/hosted-urls.ts';
import { lastJobs, runningJobsOf } from '../store/jobs.ts';
import { machineName } from './input/field.ts';
import { defineOperation } from './operation.ts';
import { machine as machineRecord } from './record/machine.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export const getMachine = defineOperation({
  name: 'get_machine',
  description:
    'One machine in full: policy, failing checks with their fixes, skills, schedules, running jobs and the day in numbers. Admin keys also see its configuration.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({ machine: machineName() }),
  rest: { method: 'GET', path: '/machines/{machine}' },
  answers: { 200: machineRecord },
  refusals: ['unknown_machine', 'ambiguous_machine'],
  async run(call, input) {
    const { service, caller } = call;
    const machine = await resolveMachine(call, input.machine);
    const { organisation, id } = machine;
    const since = service.clock.now() - DAY_MS;
    const [running, last, urls, waiting, numbers] = await Promise.all([
      service.store.read((db) => runningJobsOf(db, organisation, id)),
      service.store.read((db) => lastJobs(db, organisation, id)),
      service.store.read((db) => listHostedUrls(db, organisation, id)),
      service.store.read((db) => countWaiting(db, organisation)),
      service.store.statistics.jobNumbers({ organisation, machine: id, since }),
    ]);
    return {
      body: machineDetail({
        machine: withWaiting(machine, waiting),
        hosted: hostedSkillsOf(machine, urls),
        moment: momentOf(service),
        runningJobs: running,
        lastJobs: last,
        numbers,
        admin: scopeAllows(caller.scope, 'fleet:admin'),
      }),
    };
  },
});
