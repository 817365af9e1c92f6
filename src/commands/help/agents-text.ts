import { sanitiseLine, sanitiseText } from '../../render/sanitise.ts';
import { AGENT_VARIABLES } from '../../terminal/terminal.ts';
import { commandName } from '../operation/command-name.ts';

/** What an agent is told of one operation. */
interface KnownOperation {
  readonly name: string;
  /** The class that counts; undefined where nobody says one. */
  readonly class: string | undefined;
}

interface AgentsGuide {
  /** Of the catalogue; undefined where it has none. */
  readonly instructions: string | undefined;
  readonly operations: readonly KnownOperation[];
}

/** Another service may say more and have more than an agent should have to read; by `costOf`. */
const INSTRUCTIONS_COST_MAX = 220;
const NAMES_COST_MAX = 230;

const INTRODUCTION = [
  '`fleet cloud OPERATION [TARGET] [--flags]` runs an operation; `-h` says what it takes.',
  `Nobody is asked where ${AGENT_VARIABLES.slice(0, 3).join(', ')} or the like is set.`,
  '- Start with `fleet status -o table`: who waits, what fails or is away, and how to go on.',
  '- stdout is JSON in a pipe, and long. Get little: `-o tsv --columns id,state`, `-o name`, `--limit`, `--all --max-rows 100`, `--query "jobs[?created_at>\'2026-11-22\'].[id,state]"`.',
  '- Files go in as `--content=@file`, a whole body as `--input=@file`, stdin as `@-`.',
  "- `--follow` waits for the end of what an action set going; `--follow-timeout 90s` keeps it below your shell's limit. Never repeat an action after exit 7 or 8: do what the error advises, or `fleet job follow ID`.",
  '- Destructive operations are exit 2 without `--yes`: ask your person first.',
  '- On exit 10 show your person the question, then `fleet job answer ID OPTION --match-question TEXT` with all of it.',
  '- Exit codes: 0 done, 2 usage, 4 key, 5 not allowed, 6 not found, 7 network or service, 8 still pending, 9 failed, 10 a person is needed, 11 conflict. Errors are JSON on stderr: code, detail, advice.',
  '- Shorter: `fleet job follow|answer|logs ID`, `fleet logs MACHINE`, `fleet skill pull|diff|push MACHINE --dir DIR`, `fleet each --machine "web-*" --where status=online -o tsv --columns name,result,job -- OPERATION`.',
  '- `fleet secret new MACHINE NAME --dotenv .env` hands a secret on unseen. Never print a key or a secret.',
];

/** How to use fleet as an agent: short enough to be read at every start. */
export function agentsText({ instructions = '', operations }: AgentsGuide): string {
  const said = fitting(sanitiseText(instructions).trim(), '\n', INSTRUCTIONS_COST_MAX);
  return [
    '# fleet: operate the machines of a Fleet Cloud organisation',
    '',
    ...INTRODUCTION,
    ...(said === '' ? [] : ['', '## What the service says', said]),
    ...(operations.length === 0 ? [] : ['', '## Operations', ...byClass(operations)]),
    '',
  ].join('\n');
}

/** The same as a skill that an assistant loads when it is needed. */
export function agentsSkill(guide: AgentsGuide): string {
  const about =
    'Operate the machines of a Fleet Cloud organisation with the program fleet: run skills, follow ' +
    'jobs, answer questions, read logs and alerts.';
  return `---\nname: fleet\ndescription: ${JSON.stringify(about)}\n---\n${agentsText(guide)}`;
}

/** A line a class with the names of its operations, as many as there is room for. */
function byClass(operations: readonly KnownOperation[]): readonly string[] {
  const lines: string[] = [];
  let room = NAMES_COST_MAX;
  for (const name of new Set(operations.map(classOf))) {
    const names = operations.filter((operation) => classOf(operation) === name);
    const line = `${sanitiseLine(name)}: ${names.map((each) => commandName(each.name)).join(' ')}`;
    const part = fitting(line, ' ', room);
    lines.push(part);
    if (part !== line) return [...lines, 'More: `fleet cloud -o name`.'];
    room -= costOf(line);
  }
  return lines;
}

function classOf(operation: KnownOperation): string {
  return operation.class ?? 'class unknown';
}

/** As much of a text as may cost so much, in whole parts. */
function fitting(text: string, separator: string, costMax: number): string {
  const parts: string[] = [];
  let cost = 0;
  for (const part of text.split(separator)) {
    cost += costOf(part) + 1;
    if (cost > costMax) break;
    parts.push(part);
  }
  return parts.join(separator);
}

/** About how many tokens a text costs: a word, a digit or a sign is one. */
function costOf(text: string): number {
  return text.match(/\p{L}{1,12}|[^\s\p{L}]/gu)?.length ?? 0;
}
