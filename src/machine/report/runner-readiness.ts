import { access, constants } from 'node:fs/promises';
import { RUNNERS, type Runner } from '../../contract/record/job.ts';
import type { RunnerReadiness } from '../../contract/record/machine.ts';
import type { ConfigFile } from '../config/config-file.ts';
import { type AgentProgram, programOf } from '../config/runner-settings.ts';
import type { MachineFolder } from '../folder.ts';
import type { Host } from '../host.ts';
import { findProgram, programProblem } from '../runners/find-program.ts';
import { programsProblem } from '../runners/programs-problem.ts';
import { readSkills, type SkillsOnDisk } from '../skills/skill-folder.ts';

interface CheckRunnersInput {
  readonly config: ConfigFile;
  readonly folder: Pick<MachineFolder, 'root' | 'skills'>;
  readonly host: Host;
}

/** Which runners are ready; what `fleet.yaml` says about a runner overrides what is detected. */
export async function checkRunners(
  machine: CheckRunnersInput,
): Promise<readonly RunnerReadiness[]> {
  const { config } = await machine.config.read();
  const onDisk = await readSkills(machine.folder.skills);
  return await Promise.all(
    RUNNERS.map(async (name) => {
      const { ready, detail = null } = config.runners[name] ?? {};
      if (ready !== undefined) return { name, ready, detail };
      const program = programOf(config.runners, name);
      const startsPrograms = program !== undefined || name === 'shell';
      const problem = startsPrograms ? programsProblem(machine.host.platform) : undefined;
      if (problem !== undefined) return { name, ready: false, detail: problem };
      if (program !== undefined) return { name, ...(await detectAgent(program, machine)) };
      return { name, ...(name === 'shell' ? await detectShell() : detectScripts(name, onDisk)) };
    }),
  );
}

type Readiness = Omit<RunnerReadiness, 'name'>;

async function detectAgent(
  program: AgentProgram,
  { folder, host }: CheckRunnersInput,
): Promise<Readiness> {
  for (const words of [program.command, program.resume ?? program.command]) {
    const problem = await programProblem(findProgram(words, folder.root), host);
    if (problem !== undefined) return { ready: false, detail: problem };
  }
  return { ready: true, detail: `runs ${program.command[0]}` };
}

async function detectShell(): Promise<Readiness> {
  try {
    await access('/bin/sh', constants.X_OK);
    return { ready: true, detail: null };
  } catch {
    return { ready: false, detail: '/bin/sh cannot be run' };
  }
}

/** Without a program, the scripted agent runs the skills that have a script; it has nothing to do for others. */
function detectScripts(name: Runner, { skills }: SkillsOnDisk): Readiness {
  const ready = skills.some(
    ({ settings }) => settings.runner === name && settings.script.length > 0,
  );
  const what = ready ? 'only skills with a script run' : 'a skill that names it fails';
  return { ready, detail: `fleet.yaml names no program; ${what}` };
}
