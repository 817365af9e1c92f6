import { z } from 'zod';
import { machineName } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { listOf } from '../catalogue/record-fields.ts';
import { skillsWithHostedUrl } from '../hosted-urls/find-hosted-url.ts';
import { listHostedUrls } from '../hosted-urls/hosted-url-queries.ts';
import { lastJobs } from '../jobs/job-queries.ts';
import { listMachines } from '../machines/machine-queries.ts';
import { readMachineReport } from '../machines/machine-report.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';
import { skillSchema, toBrokenSkillRecord, toSkillRecord } from './skill-record.ts';

export const listSkills = defineOperation({
  name: 'list_skills',
  description:
    'Skills of every machine or of one: runner, model, schedule, whether webhooks reach it, its last job; and those that do not load, with the reason.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({ machine: machineName().optional() }),
  rest: { method: 'GET', path: '/skills' },
  responses: { 200: listOf('skills', skillSchema) },
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
      const hosted = skillsWithHostedUrl(machine, urls);
      const facts = (name: string) => ({
        machine,
        hosted,
        lastJob: lastJobOf.get(`${machine.id} ${name}`),
      });
      const report = readMachineReport(machine);
      return [
        ...(report?.broken_skills ?? []).map((broken) =>
          toBrokenSkillRecord({ ...facts(broken.name), broken }),
        ),
        ...(report?.skills ?? []).map((skill) => toSkillRecord({ ...facts(skill.name), skill })),
      ];
    });
    return { body: { skills, next_before: null } };
  },
});
