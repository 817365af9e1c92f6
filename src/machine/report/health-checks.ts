import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HealthCheck } from '../../contract/record/machine.ts';
import type { Machine } from '../machine.ts';
import { readSkills } from '../skills/skill-folder.ts';
import { checkRunners } from './runner-readiness.ts';

/** Free part of the disk, of 1, below which it is a warning, and below which nothing goes on. */
const FREE_WARNING = 0.05;
const FREE_FAILING = 0.01;

type CheckInput = Pick<Machine, 'config' | 'folder' | 'host' | 'secrets'>;

/** The health checks: what the machine finds, then those that `fleet.yaml` adds. */
export async function runHealthChecks(
  machine: CheckInput,
  { deep }: { readonly deep: boolean },
): Promise<readonly HealthCheck[]> {
  const { config } = await machine.config.read();
  return [
    await checkConfiguration(machine),
    await checkSkills(machine),
    await checkSecrets(machine),
    await checkDisk(machine),
    ...(deep ? [await checkFolder(machine), await checkShell(machine)] : []),
    ...config.checks,
  ];
}

function ok(name: string, message: string): HealthCheck {
  return { name, state: 'ok', message, fix: null };
}

async function checkConfiguration(machine: CheckInput): Promise<HealthCheck> {
  const { problem } = await machine.config.read();
  if (problem === null) return ok('configuration', 'fleet.yaml is valid');
  const message = `fleet.yaml is not used as it stands: ${problem}`;
  const fix = 'Correct fleet.yaml; the last valid settings hold until then.';
  return { name: 'configuration', state: 'failing', message, fix };
}

async function checkSkills(machine: CheckInput): Promise<HealthCheck> {
  const { skills, broken } = await readSkills(machine.folder.skills);
  if (broken.length === 0) return ok('skills', `${skills.length} skills loaded`);
  const message = `not loaded: ${broken.map(({ name }) => name).join(', ')}`;
  return { name: 'skills', state: 'warning', message, fix: 'Correct the files SKILL.md named.' };
}

async function checkSecrets(machine: CheckInput): Promise<HealthCheck> {
  try {
    const set = Object.keys(await machine.secrets.read());
    const { skills } = await readSkills(machine.folder.skills);
    const missing = skills.flatMap(({ settings }) => settings.secret ?? []);
    const unset = [...new Set(missing)].filter((name) => !set.includes(name));
    if (unset.length === 0) return ok('secrets', 'every secret that a skill wants is set');
    const message = `not set: ${unset.join(', ')}`;
    return {
      name: 'secrets',
      state: 'warning',
      message,
      fix: 'Create them, or remove the skills.',
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { name: 'secrets', state: 'failing', message, fix: 'Correct state/secrets.json.' };
  }
}

async function checkDisk(machine: CheckInput): Promise<HealthCheck> {
  const { bavail, blocks } = await statfs(machine.folder.root);
  const free = blocks === 0 ? 1 : bavail / blocks;
  if (free >= FREE_WARNING) return ok('disk', 'there is room on the disk');
  const state = free < FREE_FAILING ? 'failing' : 'warning';
  return { name: 'disk', state, message: 'the disk is nearly full', fix: 'Free some room.' };
}

async function checkFolder(machine: CheckInput): Promise<HealthCheck> {
  try {
    const path = join(machine.folder.jobs, `.check-${machine.host.token()}`);
    await writeFile(path, 'check\n', { flag: 'wx', mode: 0o600 }).finally(() =>
      rm(path, { force: true }),
    );
    return ok('folder', 'the folder can be written');
  } catch (error) {
    const message = `the folder cannot be written: ${String(error)}`;
    return { name: 'folder', state: 'failing', message, fix: 'Give this user the folder.' };
  }
}

async function checkShell(machine: CheckInput): Promise<HealthCheck> {
  const shell = (await checkRunners(machine)).find(({ name }) => name === 'shell');
  if (shell?.ready) return ok('shell', 'the shell can be run');
  const message = shell?.detail ?? 'the shell is not ready';
  return { name: 'shell', state: 'warning', message, fix: 'Install a POSIX shell at /bin/sh.' };
}
