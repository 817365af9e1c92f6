import { type KeptName, NAME_KINDS, type NameKind } from '../../contract/kept-name.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';

/** What was asked, and what came. */
export interface Answered {
  /** The operation, or the path of a request. */
  readonly asked: string;
  /** The input of the operation. */
  readonly input: unknown;
  readonly status: number;
  readonly value: unknown;
}

type FoundName = Omit<KeptName, 'seenAtMs'>;

/** The names that an answer has; those of a whole list are in place of all that were known. */
interface FoundNames {
  readonly names: Readonly<Record<NameKind, readonly FoundName[]>>;
  /** Whether what is known of machines is gone unless it is among the found ones. */
  readonly isAllMachines: boolean;
  /** Of which machine all skills are here, as the person called it; `*` for every machine. */
  readonly allSkillsOf: string | undefined;
  /** What has just been removed. */
  readonly removed:
    | { readonly kind: NameKind; readonly id: string; readonly machine?: string }
    | undefined;
}

const PLURALS: Readonly<Record<NameKind, string>> = {
  machine: 'machines',
  skill: 'skills',
  job: 'jobs',
  command: 'commands',
  delivery: 'deliveries',
  alert: 'alerts',
  channel: 'channels',
  issue: 'issues',
};

/** Operations that answer with the record itself. */
const RECORDS: Readonly<Record<string, NameKind>> = {
  get_machine: 'machine',
  get_job: 'job',
  get_command: 'command',
  get_delivery: 'delivery',
  get_issue: 'issue',
};

const BEGINNINGS = ['created_at', 'received_at', 'opened_at', 'started_at'];
/** More of one list is more than anybody looks through. */
const ROWS_MAX = 1000;
const OPTIONS_MAX = 20;

/** The machines, skills, jobs and so on that an answer names, whatever the operation is called. */
export function namesIn({ asked, input, status, value }: Answered): FoundNames {
  const found = emptyNames();
  for (const kind of NAME_KINDS) {
    const rows = memberOf(value, PLURALS[kind]);
    const record = RECORDS[asked] === kind ? value : memberOf(value, kind);
    for (const row of Array.isArray(rows) ? rows.slice(0, ROWS_MAX) : []) add(found, kind, row);
    add(found, kind, record);
  }
  const [machine, skill] = [textOf(input, 'machine'), textOf(input, 'skill')];
  const isRemoval = asked === 'delete_skill' || asked === 'disconnect_machine';
  const isFilter = asked.startsWith('list_');
  if (!isRemoval && !isFilter && machine !== undefined && skill !== undefined) {
    found.skill.push({ id: skill, machine });
  }
  const isWhole =
    typeof input === 'object' && input !== null && memberOf(value, 'next_before') == null;
  return {
    names: found,
    isAllMachines: asked === 'list_machines' && isWhole,
    allSkillsOf: asked === 'list_skills' && isWhole ? (machine ?? '*') : undefined,
    removed: isRemoval && status === 200 ? removedBy(machine, skill) : undefined,
  };
}

function emptyNames(): Record<NameKind, FoundName[]> {
  return {
    machine: [],
    skill: [],
    job: [],
    command: [],
    delivery: [],
    alert: [],
    channel: [],
    issue: [],
  };
}

function removedBy(machine: string | undefined, skill: string | undefined): FoundNames['removed'] {
  if (machine === undefined) return undefined;
  return skill === undefined
    ? { kind: 'machine', id: machine }
    : { kind: 'skill', id: skill, machine };
}

/** Adds what a row is, and the machine and skill that it names. */
function add(found: Record<NameKind, FoundName[]>, kind: NameKind, row: unknown): void {
  if (typeof row !== 'object' || row === null) return;
  const machine = textOf(row, 'machine');
  const machineName = textOf(row, 'machine_name');
  if (kind !== 'machine' && machine !== undefined && machineName !== undefined) {
    found.machine.push({ id: machine, name: machineName });
  }
  if (kind === 'skill') {
    const id = textOf(row, 'name');
    if (id !== undefined)
      found.skill.push(defined({ id, machine, about: textOf(row, 'description') }));
    return;
  }
  const id = textOf(row, 'id');
  if (id === undefined) return;
  const skill = textOf(row, 'skill');
  if (kind === 'job' && skill !== undefined) found.skill.push(defined({ id: skill, machine }));
  found[kind].push(recordOf(kind, row, id));
  const skills = kind === 'machine' ? memberOf(row, 'skills') : undefined;
  for (const inner of Array.isArray(skills) ? skills.slice(0, ROWS_MAX) : [])
    add(found, 'skill', inner);
}

function recordOf(kind: NameKind, row: object, id: string): FoundName {
  const begun = BEGINNINGS.map((name) => Date.parse(textOf(row, name) ?? ''));
  const number = memberOf(row, 'number');
  const isMachine = kind === 'machine';
  return defined({
    id,
    name: isMachine || kind === 'channel' ? textOf(row, 'name') : undefined,
    ...(kind === 'issue' && Number.isInteger(number) ? { name: String(number) } : {}),
    hostname: isMachine ? textOf(row, 'hostname') : undefined,
    state: textOf(row, 'state') ?? textOf(row, 'status') ?? textOf(row, 'outcome'),
    about: isMachine ? textOf(row, 'mode') : aboutOf(row),
    atMs: isMachine ? undefined : begun.find((ms) => !Number.isNaN(ms)),
    options: kind === 'job' ? optionsOf(row) : undefined,
  });
}

/** What a person knows it by. */
function aboutOf(row: object): string | undefined {
  const what =
    textOf(row, 'title') ?? textOf(row, 'type') ?? textOf(row, 'skill') ?? textOf(row, 'kind');
  const where = textOf(row, 'machine_name');
  return where === undefined || what?.includes(where) ? what : `${what ?? ''} on ${where}`.trim();
}

function optionsOf(row: object): readonly string[] | undefined {
  const offered = memberOf(memberOf(memberOf(row, 'question'), 'choices'), 'options');
  if (!Array.isArray(offered)) return undefined;
  return offered.filter((option) => typeof option === 'string').slice(0, OPTIONS_MAX);
}

/** Without the members that are undefined, so that two of the same are the same text. */
function defined(name: { [Member in keyof FoundName]: FoundName[Member] | undefined }): FoundName {
  const members = Object.entries(name).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members) as unknown as FoundName;
}
