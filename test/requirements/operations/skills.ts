import { machine, machineFilter, runners, skill, skillFile, wait } from './inputs.ts';
import type { OperationRow } from './operation-row.ts';

/** Operations on skills. */
export const SKILL_OPERATIONS = {
  list_skills: {
    scope: 'fleet:read',
    class: 'read',
    text: 'Skills of every machine, or of one.',
    input: { machine: machineFilter },
  },
  get_skill: {
    scope: 'fleet:run',
    class: 'read',
    text: 'Summary and SKILL.md from an online machine; pending while still on its way.',
    input: { machine, skill, wait_seconds: wait(60, 20) },
  },
  save_skill: {
    scope: 'fleet:admin',
    class: 'destructive',
    text: 'Writes a SKILL.md after the machine validated it; creates no secret.',
    input: {
      machine,
      skill: { type: 'string', required: true, pattern: '^[a-z0-9][a-z0-9-]{0,63}$' },
      content: skillFile,
      allow_unauthenticated: { type: 'boolean' },
      wait_seconds: wait(60, 20),
    },
  },
  delete_skill: {
    scope: 'fleet:admin',
    class: 'destructive',
    text: 'Moves a skill aside on its machine.',
    input: { machine, skill },
  },
  run_skill: {
    scope: 'fleet:run',
    class: 'write',
    text: 'Runs a skill as if a webhook arrived: no signature check, no filters.',
    input: {
      machine,
      skill,
      payload: { type: 'any' },
      headers: { type: 'map of strings' },
      runner: runners,
      model: { type: 'string', max: 200 },
      effort: { type: 'string', max: 50 },
      wait_seconds: wait(240, 0),
    },
  },
  test_skill: {
    scope: 'fleet:run',
    class: 'write',
    text: 'Runs a SKILL.md once without installing it, trigger test.',
    input: {
      machine,
      skill_md: skillFile,
      payload: { type: 'any' },
      runner: runners,
      wait_seconds: wait(240, 0),
    },
  },
} as const satisfies Readonly<Record<string, OperationRow>>;
