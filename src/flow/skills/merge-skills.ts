import { Failure } from '../../contract/failure.ts';
import type { MachineSkills } from './read-machine-skills.ts';
import { isSameFile, type SkillFile } from './skill-file.ts';

interface NamedSkills extends MachineSkills {
  /** Of the machine. */
  readonly name: string;
}

/**
 * The skills of several machines as if one had them all. Throws `Failure` conflict where a skill differs
 * between them.
 */
export function mergeSkills(machines: readonly NamedSkills[]): MachineSkills {
  const skills = new Map<string, SkillFile>();
  const linked = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const machine of machines) {
    for (const [skill, repository] of machine.linked) linked.set(skill, repository);
    for (const [skill, file] of machine.skills) {
      const other = skills.get(skill);
      if (other === undefined) owners.set(skill, machine.name);
      else if (!isSameFile(other, file)) throw differs(skill, owners.get(skill), machine.name);
      skills.set(skill, file);
    }
  }
  return { skills, linked };
}

function differs(skill: string, one: string | undefined, other: string): Failure {
  return new Failure('conflict', {
    code: 'skills_differ',
    title: `The machines have different forms of ${skill}`,
    detail: `It differs between ${one ?? 'one'} and ${other}. Nothing was written.`,
    advice: 'Pull from one machine.',
  });
}
