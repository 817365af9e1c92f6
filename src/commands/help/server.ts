import { twoColumns, wrapped } from '../../terminal/wrap.ts';
import { TextCommand } from './text-command.ts';

const WAY = [
  'fleet serve is the reference server, fleet machine the reference machine. A skill of runner shell ' +
    'is a script, and whoever may run a script on a machine can do what its user can: a key with ' +
    'fleet:run may test any script there (test_skill), one with fleet:admin may save it.',
  'fleet serve --demo runs its four machines inside the server process, as the user who started it.',
];

const CLOSED: readonly (readonly [string, string])[] = [
  [
    'secrets',
    'A job gets the one secret that its skill names, and those that fleet.yaml names for the program ' +
      'of its runner. A skill that is only tested gets none.',
  ],
  [
    'the token of the machine',
    'is in no environment: fleet machine with FLEET_MACHINE_TOKEN starts itself again without it. In a ' +
      'file it is as safe as the user of the machine: see below.',
  ],
  ['the environment', 'PATH, HOME, USER, LANG, LC_ALL, TZ and TMPDIR are passed on, nothing else.'],
  [
    'time, memory, processes, files',
    'limits in fleet.yaml: seconds of a run (a test has 600), memory_mb of a process, processes of ' +
      'the user, file_mb of a file; output_bytes_max of stdout and of stderr.',
  ],
  [
    'the policy',
    'mode, allow, deny, run_as, limits and the programs of runners cannot be changed through the ' +
      'server (config.patch).',
  ],
];

const RUN_AS = [
  'run_as: NAME in fleet.yaml, with the machine started by root, runs every script as that user, with ' +
    'none of its other groups, in a folder of its own below /tmp with copies of the payload and of the ' +
    'folder of the skill (of at most 50,000 files and 1 GiB). The folders state and jobs, fleet.yaml, ' +
    'and a token file that --token-out wrote, are ' +
    'closed to it. Without root a machine with run_as runs no script.',
];

const OPEN: readonly (readonly [string, string])[] = [
  [
    'without run_as',
    'everything that the user of the machine can read and change: its token file, state/secrets.json, ' +
      'fleet.yaml and with it the mode, the skills, the memory of the machine and of other jobs, the ' +
      "user's API keys, the data of a server of theirs; started by root, the whole computer.",
  ],
  [
    'with run_as',
    'what that user can: files that all may read, other jobs that run at the same time and their ' +
      'secret, processes that outlive a job under another name.',
  ],
  ['always', 'the network, also of this computer and of its cloud; disk space below /tmp.'],
  [
    'what the limits leave',
    'memory and size count for each process and file; root is free of the limit of processes. ' +
      'Limit the whole machine by its service (MemoryMax, TasksMax), or run it in a container.',
  ],
];

const STRANGERS: readonly (readonly [string, string])[] = [
  [
    'without a valid key',
    '600 requests in a minute from one address (of IPv6 one /64), wrong keys, tokens and hosted URLs ' +
      'together; then 429 with Retry-After. A valid key or token is never refused for them.',
  ],
  [
    'open pages',
    '600 in a minute from one address for /errors, openapi.json and pricing together, and 600 for ' +
      '/healthz.',
  ],
  [
    'rejected webhooks',
    'of each skill of a machine the newest 100 bodies and 5 MiB are kept, for unknown paths none.',
  ],
  [
    'syncs',
    'of one machine 8 MiB at once and 1 MiB a second from then on; as much in those of up to 64 KiB, ' +
      'where each counts as 4 KiB at least.',
  ],
  [
    'bodies on their way',
    '32 MiB of one key, machine or hosted URL are kept beyond the first 64 KiB of each body, and 128 MiB ' +
      'of all; then 429 with Retry-After for the larger ones. Where all is full, the organisation that ' +
      'holds most, and in it the sender, gives way to one that would hold less.',
  ],
  [
    'behind a proxy',
    'the address is that of the connection, which is the one of the proxy for all; a header such as ' +
      'X-Forwarded-For is not read. Let the proxy limit each address, and pass /healthz on to nobody.',
  ],
];

export default class HelpServer extends TextCommand {
  static override readonly summary =
    'What jobs and strangers can reach of the reference machine and server.';

  protected text(width: number): string {
    const list = (rows: readonly (readonly [string, string])[]) =>
      twoColumns(rows, { width, nameMax: 26 });
    const text = (paragraphs: readonly string[]) =>
      paragraphs.flatMap((one) => wrapped(one, width));
    return [
      ...text(WAY),
      '',
      'What keeps jobs in their place',
      ...list(CLOSED),
      '',
      'Another user',
      ...text(RUN_AS),
      '',
      'What a job can still reach',
      ...list(OPEN),
      '',
      'What strangers can ask of the server',
      ...list(STRANGERS),
    ].join('\n');
  }
}
