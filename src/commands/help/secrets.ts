import { twoColumns, wrapped } from '../../terminal/wrap.ts';
import { TextCommand } from './text-command.ts';

const WAY = [
  'fleet secret new makes a key pair for this one request. The machine makes the secret, keeps it, ' +
    'and seals it to the public key (X25519, XSalsa20-Poly1305, as libsodium does). The service ' +
    'passes the sealed bytes on, once and within two minutes. They are opened here and handed to ' +
    'one sink, which was checked before the machine was asked.',
];

const PROTECTED: readonly (readonly [string, string])[] = [
  [
    'the service, its operators and backups',
    'as long as it passes on what it was given: it sees the name and who asked, and sealed bytes ' +
      'that it cannot open.',
  ],
  ['the network', 'sees TLS, and in it only sealed bytes.'],
  [
    'the screen and its scroll-back',
    'show no value unless --stdout --show was typed. --verbose and errors never have one.',
  ],
  [
    'the process list and the shell history',
    'have no value: it is never an argument. A command after -- gets it in its environment, which ' +
      'this user and root can read while the command runs, as can whatever the command starts.',
  ],
  [
    'assistants',
    'have no way to ask: it is neither an operation of the catalogue nor an MCP tool, so that no value ' +
      'passes through a model.',
  ],
  [
    'another machine',
    'that took a name: it is asked by the id that the name means, and where that is not the machine ' +
      'that it meant before for this profile, a person is asked. --yes does not agree to that; the id ' +
      'does.',
  ],
  [
    'other users, here',
    'get nothing through a link or a file that they put into a shared folder. A file that they can ' +
      'read is told of before the machine is asked: an env file by its mode, any file where the file ' +
      'system keeps no permissions.',
  ],
  [
    'a crash, a kill or a power cut',
    'lose nothing that was written down: the request before it is sent, the sealed bytes before ' +
      'they are opened. A file or env file gets the value exactly once, stdout or a command at most ' +
      'once.',
  ],
];

const NOT_PROTECTED: readonly (readonly [string, string])[] = [
  [
    'this user and root, here',
    'can get the value back until it is delivered: the journal in the state folder (0600) has the ' +
      'sealed bytes, and the private key lies in the keychain, or in the journal where there is none.',
  ],
  [
    'the disk afterwards',
    'Entries are deleted, and deleted bytes may stay in free blocks, snapshots and backups. The ' +
      'value itself is only ever written to the file that was named. Encrypt the disk.',
  ],
  [
    'memory',
    'Buffers are overwritten after use. Copies that the engine made, and what was swapped out or ' +
      'dumped, are beyond a program in JavaScript.',
  ],
  [
    'a service that lies',
    'and gives the machine a public key of its own: it could open the value and seal it again for ' +
      'us. A sealed box does not prove who sealed it. To be safe from that, make the secret ' +
      'yourself and carry it to both sides.',
  ],
  ['the machine', 'has the secret, and so does whoever controls it.'],
  [
    'a lost response to the one claim',
    'takes the value with it: the service gives it out once. fleet says so, and with which command ' +
      'to start over; the machine then has a secret that nobody knows until --force replaces it.',
  ],
];

const COMMANDS: readonly (readonly [string, string])[] = [
  ['fleet secret list', 'what was asked for and not yet collected'],
  [
    'fleet secret resume [ID]',
    'goes on where an earlier run ended (the id of the entry or of its command); stdout and a command ' +
      'have to be given again',
  ],
  ['fleet secret discard ID', 'drops an entry and its key: nobody gets that value any more'],
];

const ENDS: readonly (readonly [string, string])[] = [
  ['0', 'delivered; after -- the exit code of the command'],
  ['8', 'the wait ended first (--follow-timeout): resume'],
  ['9', 'the machine failed, or the request expired'],
  [
    '11',
    'the machine has the secret already (--force), the claim was lost, or the sink cannot take it',
  ],
  ['126, 127', 'the command cannot be started'],
];

export default class HelpSecrets extends TextCommand {
  static override readonly summary = 'How secrets travel, and what is protected against what.';

  protected text(width: number): string {
    const list = (rows: readonly (readonly [string, string])[]) =>
      twoColumns(rows, { width, nameMax: 26 });
    return [
      ...WAY.flatMap((text) => wrapped(text, width)),
      '',
      'Protected against',
      ...list(PROTECTED),
      '',
      'Not protected against',
      ...list(NOT_PROTECTED),
      '',
      'What is left over',
      ...list(COMMANDS),
      ...wrapped(
        'Every fleet secret call wipes entries that expired unclaimed by the clock of this computer, and says which; of the one to resume, the service is asked.',
        width - 2,
      ).map((line) => `  ${line}`),
      '',
      'Exit codes',
      ...list(ENDS),
    ].join('\n');
  }
}
