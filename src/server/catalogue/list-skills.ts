import { z } from 'zod';
import { hostedSkillsOf } from '../fleet/hosted-url.ts';
import { readReport } from '../fleet/read-report.ts';
import { resolveMachine } from '../fleet/resolve-machine.ts';
import { skillView } from '../fleet/skill-view.ts';
import { listHostedUrls } from '../store/hosted-urls.ts';
import { lastJobs } from '../store/jobs.ts';
import { listMachines } from '../store/machines.ts';
import { machineName } from './input/field.ts';
import { defineOperation } from './operation.ts';
import { skill as skillRecord } from './record/skill.ts';
import { listOf } from './record/value.ts';

export const listSkills = defineOperation({
  name: 'list_skills',
  description:
    'Skills of every machine or of one: runner, model, schedule, whether webhooks reach it, its last job.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({ machine: machineName().optional() }),
  rest: { method: 'GET', path: '/skills' },
  answers: { 200: listOf('skills', skillRecord) },
  refusals: ['unknown_machine', 'ambiguous_machine'],
  async run(call, input) {
    const { store } = call.service;
    const { organisation } = call.caller;
    const one = input.machine === undefined ? undefined : await resolveMachine(call, input.machine);
    const [machines, jobs, urls] = await Promise.all([
      one === undefined ? store.read((db) => listMachines(db, organisation)) : [one],
      store.read((db) => lastJobs(db, organisation, one?.id)),
      store.read((db) => listHostedUrls(db, organisation, one?.id)),
    ]);
    const lastJobOf = new Map(jobs.map((job) => [`${job.machine} ${job.skill}`, job]));
    const skills = machines.flatMap((machine) => {
      const hosted = hostedSkillsOf(machine, urls);
      return (readReport(machine)?.skills ?? []).map((skill) => {
        const lastJob = lastJobOf.get(`${machine.id} ${skill.name}`);
        return skillView({ machine, skill, lastJob, hosted });
      });
    });
    return { body: { skills, next_before: null } };
  },
});
