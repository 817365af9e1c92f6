import { z } from 'zod';
import { scopeAllows } from '../../contract/scope.ts';
import { machineName } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { skillsWithHostedUrl, withHostedEvents } from '../hosted-urls/find-hosted-url.ts';
import { countUncollected } from '../hosted-urls/hosted-delivery-queries.ts';
import { listHostedUrls } from '../hosted-urls/hosted-url-queries.ts';
import { lastJobs, runningJobsOf } from '../jobs/job-queries.ts';
import { machineSchema, toMachineDetail } from './machine-record.ts';
import { statusContextOf } from './machine-status.ts';
import { resolveMachine } from './resolve-machine.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export const getMachine = defineOperation({
  name: 'get_machine',
  description:
    'One machine in full: policy, failing checks with their fixes, skills, schedules, running jobs and the day in numbers. Admin keys also see its configuration.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({ machine: machineName() }),
  rest: { method: 'GET', path: '/machines/{machine}' },
  answers: { 200: machineSchema },
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
      service.store.read((db) => countUncollected(db, organisation)),
      service.store.statistics.jobStatistics({ organisation, machine: id, since }),
    ]);
    return {
      body: toMachineDetail({
        machine: withHostedEvents(machine, waiting),
        hosted: skillsWithHostedUrl(machine, urls),
        moment: statusContextOf(service),
        runningJobs: running,
        lastJobs: last,
        numbers,
        admin: scopeAllows(caller.scope, 'fleet:admin'),
      }),
    };
  },
});
