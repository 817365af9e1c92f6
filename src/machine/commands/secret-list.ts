import { readSkills } from '../skills/skill-folder.ts';
import { defineCommand, noArgs } from './define-command.ts';

/** The names of the secrets that are set or that a skill needs; never a value. */
export const secretList = defineCommand({
  type: 'secret.list',
  args: noArgs,
  async run(machine) {
    const set = Object.keys(await machine.secrets.read());
    const { skills } = await readSkills(machine.folder.skills);
    const needed = skills.flatMap(({ settings }) => settings.secret ?? []);
    const names = [...new Set([...set, ...needed])].sort();
    return {
      secrets: names.map((name) => ({
        name,
        set: set.includes(name),
        skills: skills.filter(({ settings }) => settings.secret === name).map(({ name }) => name),
      })),
    };
  },
});
