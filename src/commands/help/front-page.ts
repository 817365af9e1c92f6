import { paragraph, section } from './layout.ts';

type CommandRows = readonly (readonly [string, string])[];

/** What a newcomer looks for first; every command of our own is in one of them. */
const GROUPS: readonly (readonly [string, CommandRows])[] = [
  [
    'Start',
    [
      ['auth', 'Log in and out, and choose the service: login, status, switch, logout, token.'],
      ['status', 'Who waits for you, what fails, what is away, what runs.'],
      ['inbox', 'See who waits for a person, and answer.'],
      ['doctor', 'Find what keeps fleet from working, and how to fix it.'],
      ['completion', 'Print the completion script of a shell.'],
    ],
  ],
  [
    'Operate',
    [
      ['cloud', 'List the operations; fleet cloud OPERATION runs one.'],
      ['job', 'Follow a job, answer its question, read its output: follow, answer, logs.'],
      ['logs', "Print a machine's own log."],
      ['skill', 'Edit skills, and keep those of a folder and of machines alike.'],
      ['watch', 'Keep a list up to date.'],
      ['each', 'Run one operation on many machines.'],
      ['api', 'Make any request, with the key attached.'],
    ],
  ],
  [
    'Secrets',
    [['secret', 'Have a machine make a secret and hand it to one place: new, list, resume.']],
  ],
  [
    'Assistants',
    [['mcp', 'Serve the operations to an assistant, or add that to it: install, doctor.']],
  ],
  [
    'Run your own',
    [
      ['demo', 'Watch real commands run against a small demonstration fleet.'],
      ['serve', 'Run the reference server.'],
      ['machine', 'Run the reference machine in a folder; init writes a first one.'],
      ['admin', "The server's keys, machines, people, channels and database."],
    ],
  ],
];

const EXAMPLES: CommandRows = [
  ['fleet auth login --base-url https://fleet.example.com', ''],
  ['fleet cloud run-skill build-01 deploy-check --follow', ''],
];

/** The help of `fleet` itself, with the topics that are explained at length. */
export function frontPage(topics: readonly string[], width: number): string {
  const groups = GROUPS.map(([title, rows]) => section(title, indented(rows), width));
  return [
    paragraph('See and operate the machines of a Fleet Cloud organisation.', width),
    ...groups,
    section('Examples', EXAMPLES, width),
    paragraph(
      `fleet COMMAND --help explains a command, fleet help TOPIC one of ${topics.join(', ')}.`,
      width,
    ),
  ].join('\n');
}

/** Of one width in every group. */
function indented(rows: CommandRows): CommandRows {
  const longest = GROUPS.flatMap(([, each]) => each).reduce(
    (most, [name]) => Math.max(most, name.length),
    0,
  );
  return rows.map(([name, meaning]) => [name.padEnd(longest), meaning]);
}
