import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import type { HealthCheck } from '../../contract/record/machine.ts';
import type { ConfigFile } from '../config/config-file.ts';
import type { MachineFolder } from '../folder.ts';
import type { Host } from '../host.ts';
import { unmatchedEntries } from '../policy.ts';
import { shellBlockProblem } from '../runners/shell-syntax.ts';
import { skillsWithoutProgram } from '../runners/skills-without-program.ts';
import { type Scrub, SEARCHED_CHARS_MIN } from '../secrets/scrub.ts';
import type { SecretsFile } from '../secrets/secrets-file.ts';
import type { Skill } from '../skills/skill-file.ts';
import { readSkills, type SkillsOnDisk } from '../skills/skill-folder.ts';
import { checkRunners } from './runner-readiness.ts';

/** Free share of the disk, from 0 to 1, below which the check warns, and below which it fails. */
const FREE_WARNING = 0.05;
const FREE_FAILING = 0.01;

const MESSAGE_CHARS_MAX = 1000;

/** What the checks look at. */
export interface HealthCheckInput {
  readonly config: ConfigFile;
  readonly folder: MachineFolder;
  readonly host: Host;
  readonly secrets: SecretsFile;
}

/** The health checks: the machine's own, then those of `fleet.yaml`. `deep` also writes a file and tries a shell. */
export async function runHealthChecks(
  machine: HealthCheckInput,
  { deep }: { readonly deep: boolean },
): Promise<readonly HealthCheck[]> {
  const { config } = await machine.config.read();
  const onDisk = await readSkills(machine.folder.skills);
  const scrub = await machine.secrets.scrub();
  return [
    await checkConfiguration(machine),
    cut(checkSkills(onDisk), scrub),
    cut(await checkSecrets(machine, onDisk), scrub),
    cut(await checkPrograms(machine, onDisk), scrub),
    await checkDisk(machine),
    ...(deep ? [await checkFolder(machine), await checkShell(machine)] : []),
    ...config.checks,
  ];
}

/** Scrubbed before it is cut: a secret of which the cut leaves a part is not found. */
function cut({ message, ...check }: HealthCheck, scrub: Scrub): HealthCheck {
  return { ...check, message: scrub(message).slice(0, MESSAGE_CHARS_MAX) };
}

function ok(name: string, message: string): HealthCheck {
  return { name, state: 'ok', message, fix: null };
}

async function checkConfiguration(machine: HealthCheckInput): Promise<HealthCheck> {
  const { config, problem } = await machine.config.read();
  const [unmatched] = unmatchedEntries(config);
  if (problem === undefined && unmatched !== undefined) {
    const message = `fleet.yaml: ${unmatched}, which fits no command and does nothing`;
    const fix = 'Write the type of a command, such as job.run, or a prefix, such as config.*.';
    return { name: 'configuration', state: 'warning', message, fix };
  }
  if (problem === undefined) return ok('configuration', 'fleet.yaml is valid');
  const message = `the present fleet.yaml is not used: ${problem}`;
  const fix = 'Correct fleet.yaml; the last valid settings apply until then.';
  return { name: 'configuration', state: 'failing', message, fix };
}

function checkSkills({ skills, broken }: SkillsOnDisk): HealthCheck {
  if (broken.length === 0) return ok('skills', `${skills.length} skills loaded`);
  const named = broken.map(({ name, error }) => `skills/${name}/SKILL.md: ${error}`);
  const message = `not loaded: ${named.join('; ')}`;
  return { name: 'skills', state: 'warning', message, fix: 'Correct the files SKILL.md named.' };
}

async function checkPrograms(
  machine: HealthCheckInput,
  { skills }: SkillsOnDisk,
): Promise<HealthCheck> {
  const { config } = await machine.config.read();
  const agents = skillsWithoutProgram(skills, config.runners).map(
    ({ name, settings }) => `${name} (${settings.runner})`,
  );
  const scripts = skills.flatMap(scriptProblemOf);
  if (agents.length + scripts.length === 0) return ok('programs', 'every skill has what runs it');
  const noProgram = agents.length === 0 ? [] : [`no program runs ${agents.join(', ')}`];
  const message = [...noProgram, ...scripts].join('; ');
  const fix = [
    agents.length === 0
      ? []
      : 'Name the program in fleet.yaml, as runners: { agent_a: { command: [PROGRAM] } }.',
    scripts.length === 0 ? [] : 'Put the script between a line ```sh and a line ```.',
  ];
  return { name: 'programs', state: 'warning', message, fix: fix.flat().join(' ') };
}

/** What a job of this skill would fail with, where it has no script to run. */
function scriptProblemOf({ instructions, instructionsLine, name, settings }: Skill): string[] {
  if (settings.runner !== 'shell') return [];
  const problem = shellBlockProblem(instructions, instructionsLine);
  return problem === undefined ? [] : [`skills/${name}/SKILL.md: ${problem}`];
}

async function checkSecrets(
  machine: HealthCheckInput,
  { skills }: SkillsOnDisk,
): Promise<HealthCheck> {
  try {
    const set = await machine.secrets.read();
    const needed = skills.flatMap(({ settings }) => settings.secret ?? []);
    const unset = [...new Set(needed)].filter((name) => !Object.hasOwn(set, name));
    const short = Object.keys(set).filter((name) => (set[name] ?? '').length < SEARCHED_CHARS_MIN);
    if (unset.length + short.length === 0) {
      return ok('secrets', 'every secret that a skill needs is set');
    }
    const problems = [
      { names: unset, what: 'not set', fix: 'Create them, or remove the skills.' },
      {
        names: short,
        what: `shorter than ${SEARCHED_CHARS_MIN} characters, so that outputs show them`,
        fix: 'Give them longer values.',
      },
    ].filter(({ names }) => names.length > 0);
    const message = problems.map(({ names, what }) => `${what}: ${names.join(', ')}`).join('; ');
    return {
      name: 'secrets',
      state: 'warning',
      message,
      fix: problems.map(({ fix }) => fix).join(' '),
    };
  } catch (error) {
    const message = messageOf(error);
    return { name: 'secrets', state: 'failing', message, fix: 'Correct state/secrets.json.' };
  }
}

async function checkDisk(machine: HealthCheckInput): Promise<HealthCheck> {
  const { bavail, blocks } = await statfs(machine.folder.root);
  const free = blocks === 0 ? 1 : bavail / blocks;
  if (free >= FREE_WARNING) return ok('disk', 'the disk has free space');
  const state = free < FREE_FAILING ? 'failing' : 'warning';
  return { name: 'disk', state, message: 'the disk is nearly full', fix: 'Free disk space.' };
}

async function checkFolder(machine: HealthCheckInput): Promise<HealthCheck> {
  try {
    const path = join(machine.folder.jobs, `.check-${machine.host.token()}`);
    await writeFile(path, 'check\n', { flag: 'wx', mode: 0o600 }).finally(() =>
      rm(path, { force: true }),
    );
    return ok('folder', 'the folder is writable');
  } catch (error) {
    const message = `the folder is not writable: ${String(error)}`;
    return {
      name: 'folder',
      state: 'failing',
      message,
      fix: 'Make this user the owner of the folder.',
    };
  }
}

async function checkShell(machine: HealthCheckInput): Promise<HealthCheck> {
  const shell = (await checkRunners(machine)).find(({ name }) => name === 'shell');
  if (shell?.ready) return ok('shell', 'the shell works');
  const message = shell?.detail ?? 'the shell is not ready';
  return { name: 'shell', state: 'warning', message, fix: 'Install a POSIX shell at /bin/sh.' };
}
