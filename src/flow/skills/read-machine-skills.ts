import { HELD_BYTES_MAX, wholeList } from '../../client/whole-list.ts';
import { requireRecords } from '../../contract/expected-record.ts';
import { Failure } from '../../contract/failure.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import { inParallel } from './in-parallel.ts';
import { readSkill } from './read-skill.ts';
import { isSkillName, type SkillFile, type Skills } from './skill-file.ts';
import type { SkillService } from './skill-service.ts';

/** So many files of one machine are read at once. */
const READS_MAX = 4;

/** What a machine has. */
export interface MachineSkills {
  readonly skills: Skills;
  /** Skills that come from a linked repository, and which; they are changed there. */
  readonly linked: ReadonlyMap<string, string>;
}

/** How much of the texts of all machines is kept so far. */
interface HeldTexts {
  chars: number;
}

interface Names {
  readonly all: readonly string[];
  readonly linked: ReadonlyMap<string, string>;
}

/**
 * Reads every skill of a machine, broken ones too, and the `others` that it may have since its last
 * report. The lists of the service are as old as that report, so each file is asked for. Throws
 * `Failure`, conflict for more texts than are kept.
 */
export async function readMachineSkills(
  service: SkillService,
  machine: string,
  held: HeldTexts,
  others: Iterable<string> = [],
): Promise<MachineSkills> {
  const names = await namesOf(service, machine);
  const all = [...new Set([...names.all, ...others])].filter(isSkillName).sort();
  const linked = new Map(names.linked);
  const skills = new Map<string, SkillFile>();
  let isAnyMissing = false;
  await inParallel(all, READS_MAX, async (name) => {
    const { file, repository } = await readSkill(service, machine, name);
    if (file === undefined) isAnyMissing = true;
    else skills.set(name, file);
    if (file?.kind === 'text') held.chars += file.content.length;
    if (held.chars > HELD_BYTES_MAX) throw tooManyTexts();
    if (repository !== undefined) linked.set(name, repository);
  });
  // A service says not_found also of a machine, which may have been disconnected since it was listed.
  if (isAnyMissing) await machineOf(service, machine);
  return { skills, linked };
}

/** The record of a machine. Throws `Failure` where it is not there. */
async function machineOf({ client, signal }: SkillService, machine: string): Promise<unknown> {
  const path = `/api/v1/machines/${encodeURIComponent(machine)}`;
  return (await client.request('GET', path, { operationClass: 'read', signal })).value;
}

function tooManyTexts(): Failure {
  return new Failure('conflict', {
    code: 'too_long_to_hold',
    title: 'The skills are too long to be kept as a whole',
    detail: `They have more than ${HELD_BYTES_MAX / 1024 / 1024} million characters.`,
    advice: 'Name fewer machines at a time.',
  });
}

/** The names that the service knows of, for those who mistyped one. Throws `Failure`. */
export async function namesOfSkills(
  service: SkillService,
  machine: string,
): Promise<readonly string[]> {
  return (await namesOf(service, machine)).all;
}

async function namesOf(service: SkillService, machine: string): Promise<Names> {
  const { client, signal } = service;
  const options = { operationClass: 'read', signal } as const;
  const all: string[] = [];
  const linked = new Map<string, string>();
  let requestId = '';
  const skills = await wholeList(async (cursor) => {
    const before = cursor === undefined ? {} : { [cursor.parameter]: String(cursor.value) };
    const query = new URLSearchParams({ machine, ...before });
    const page = await client.request('GET', `/api/v1/skills?${query}`, options);
    requestId = page.requestId;
    return page;
  });
  for (const skill of requireRecords(skills, requestId)) {
    const name = textOf(skill, 'name');
    const repository = textOf(skill, 'repository');
    if (name !== undefined) all.push(name);
    if (name !== undefined && repository !== undefined) linked.set(name, repository);
  }
  const broken = memberOf(await machineOf(service, machine), 'broken_skills');
  for (const skill of Array.isArray(broken) ? broken : []) {
    const name = textOf(skill, 'name');
    if (name !== undefined) all.push(name);
  }
  return { all, linked };
}

/** Why nothing can be read of a machine that is away: its files are asked for, not stored. */
export function awayFailure(machine: unknown, name: string): Failure | undefined {
  if (textOf(machine, 'status') !== 'offline') return undefined;
  return new Failure('conflict', {
    code: 'machine_offline',
    title: 'The machine is offline',
    detail: `The skills lie on ${name}, which has to be online for this.`,
  });
}

/** Why a machine takes no changes (specification, "Resources and their fields": mode). */
export function observingFailure(machine: unknown, name: string): Failure | undefined {
  if (textOf(machine, 'mode') !== 'observe') return undefined;
  return new Failure('refused', {
    code: 'denied_by_machine',
    status: 409,
    title: 'The machine is in observe mode',
    detail: `${name} takes no changes, until its own settings say so (mode: control in fleet.yaml).`,
  });
}
