import type { Section } from './entry.ts';

const attacks = 'issue 11: A neighbour who means harm';
const client = 'issue 13: Deliver 1';

/** Attacks that worked once; `test/feature/attacks` mounts each. */
export const ATTACKS = {
  'ATTACK-tested-secret': {
    source: 'wire: Decided after the first version',
    text: 'A skill that is only tested gets no secret of the machine.',
  },
  'ATTACK-machine-token': {
    source: attacks,
    text: 'The token of the machine is in the environment of no process that a job can look at.',
  },
  'ATTACK-other-user': {
    source: attacks,
    text: 'Started by root, a machine runs scripts as the user in fleet.yaml, out of reach of its state.',
  },
  'ATTACK-linked-skill': {
    source: attacks,
    text: 'What a link in the folder of a skill leads to is neither given to the user of run_as nor walked through.',
  },
  'ATTACK-large-skill': {
    source: attacks,
    text: 'For the user of run_as the folder of a skill is copied with so many files, links and folders and so many bytes; a job of a larger one fails and says so.',
    entriesMax: 50_000,
    bytesMax: 1024 * 1024 * 1024,
  },
  'ATTACK-linear-patterns': {
    source: client,
    text: 'No regular expression of the program takes more than linear time, whatever it is matched against.',
  },
  'ATTACK-linear-output': {
    source: client,
    text: 'What was seen of an output is found in all of it in time of both lengths.',
  },
  'ATTACK-taken-workplace': {
    source: attacks,
    text: 'A job of run_as goes on where another user takes the name of its folder in /tmp while it waits.',
  },
  'ATTACK-job-limits': {
    source: attacks,
    text: 'A job is limited in time, memory, processes and output, and its files cannot hold the machine up.',
    testedSecondsMax: 600,
  },
  'ATTACK-endless-output': {
    source: attacks,
    text: 'Output of a job without end does not keep the machine busy: 10 MiB a second are read beyond what is kept, and 200 lines of progress a second.',
  },
  'ATTACK-remaining-reach': {
    source: attacks,
    text: 'fleet help server says what a run key can still reach.',
  },
  'ATTACK-many-commands': {
    source: attacks,
    text: 'Of what the response to a sync hands out a machine takes a bounded number, runs a few commands at once in their order, and does not say that it holds the rest; a stop drops what has not begun; a response with too many values or levels is none.',
    runningMax: 20,
    heldMax: 200,
    valuesMax: 1_000_000,
  },
  'ATTACK-many-hosted': {
    source: attacks,
    text: 'Of hosted deliveries a machine takes a hundred at a time, and keeps of each no more than a request can have: a longer one is left with the service, or told as one that does not open. A machine starts whatever its deliveries have grown to.',
    heldMax: 100,
  },
  'ATTACK-replay': {
    source: attacks,
    text: 'A signed delivery runs once, however many came since, also under another id where its signature has no time.',
  },
  'ATTACK-shifted-signature': {
    source: attacks,
    text: 'Words that somebody wrote into a signed body never count as its id or time, and no secret without a byte of key verifies anything.',
  },
  'ATTACK-full-disk': {
    source: 'wire: Decided after the first version',
    text: 'Strangers fill no disk: of rejected deliveries the newest bodies are kept, for unknown paths none, in every state.',
    bodiesMax: 100,
    bytesMax: 5 * 1024 * 1024,
  },
  'ATTACK-listener-rate': {
    source: attacks,
    text: 'The machine takes 600 webhooks in a minute of one sender for one skill; 429 beyond that.',
    perMinute: 600,
    status: 429,
  },
  'ATTACK-held-connections': {
    source: attacks,
    text: 'Connections that strangers hold open do not keep a machine from stopping: a second after its end they are closed.',
  },
  'ATTACK-held-bodies': {
    source: attacks,
    text: 'Senders that hold back the end of large bodies hold 64 MiB of a machine at most, and small webhooks are taken all the same.',
    heldBytesMax: 64 * 1024 * 1024,
  },
  'ATTACK-held-server-bodies': {
    source: attacks,
    text: 'Bodies on their way to the server hold 32 MiB of one key, machine or hosted URL beyond the first 64 KiB of each, and 128 MiB of all; larger ones get 429, and small ones are taken all the same. Where all is full, the sender that holds most of the organisation that holds most gives way to one that would hold less.',
    senderBytesMax: 32 * 1024 * 1024,
    bytesMax: 128 * 1024 * 1024,
    smallBytes: 64 * 1024,
    status: 429,
  },
  'ATTACK-doors': {
    source: attacks,
    text: 'The server takes of one address 600 requests in a minute without a valid credential, as many for open pages, and as many for its health; valid credentials are never refused for them.',
    perMinute: 600,
    status: 429,
  },
  'ATTACK-large-syncs': {
    source: attacks,
    text: 'A machine sends 8 MiB in syncs of more than 64 KiB at once and 1 MiB in each second from then on; 429 beyond that.',
    burstBytes: 8 * 1024 * 1024,
    bytesPerSecond: 1024 * 1024,
    status: 429,
  },
  'ATTACK-small-syncs': {
    source: attacks,
    text: 'Of smaller syncs a machine sends 2,048 at once and 256 in each second from then on, fewer with a large report; 429 beyond that. A sync that does not say how large it is counts as the largest until it was read.',
    burst: 2048,
    perSecond: 256,
    status: 429,
  },
  'ATTACK-large-lists': {
    source: attacks,
    text: 'One job, whatever its machine says of it, takes little of a list: long texts show their beginning there, and the whole in get_job.',
    rowBytesMax: 100_000,
    wholeChars: 65_536,
  },
  'ATTACK-many-alerts': {
    source: attacks,
    text: 'The alerts of one machine do not keep those of another from their channel: of those that it opens in ten minutes the first 100 are sent, all are listed.',
    sentMax: 100,
    withinMs: 600_000,
  },
  'ATTACK-lasting-alerts': {
    source: attacks,
    text: 'What a job of a sync costs does not grow with the alerts of its machine.',
  },
  'ATTACK-names': {
    source: 'wire: Decided after the first version',
    text: 'An id beats a name, a name beats a hostname, and no hostname takes the name of another machine, connected or lately not.',
    keptDays: 30,
  },
  'ATTACK-job-ids': {
    source: 'Conventions for all routes',
    text: 'A machine that reports the machine job id of another gets nothing of its job: the id is ambiguous, the cloud id is not.',
    status: 409,
    code: 'ambiguous_job',
  },
  'ATTACK-lying-service': {
    source: 'wire: Decided after the first version',
    text: 'The machine judges hosted mail by its own mode and clock: in observe only signed skills, no signature older than the hold.',
    codes: ['unsigned_in_observe', 'stale_timestamp'],
  },
  'ATTACK-web-page': {
    source: attacks,
    text: 'No web page starts a skill through the listener: a request with an Origin, or a foreign Host on loopback, is refused.',
    status: 403,
  },
  'ATTACK-readable-database': {
    source: attacks,
    text: "The database is its owner's alone, also in a folder that was there and in files of the first version; a folder that all may write is refused.",
    mode: 0o600,
  },
  'ATTACK-metadata': {
    source: 'wire: Decided after the first version',
    text: 'No channel posts to a link-local address, however it is written or resolved: decided before a socket is opened.',
  },
  'ATTACK-costly-text': {
    source: client,
    text: 'No remote text costs the client time or memory: schemas, lists, tables, yaml and help are bounded whatever the service answers.',
  },
  'ATTACK-costly-schema': {
    source: client,
    text: 'What is looked at of an input schema is bounded by its size too: an example, default or choice of more characters is no part of an example, and what is allowed is told with so many names or choices and how many more. One of more characters of JSON is not looked at: such an operation takes --input without flags and checks, and all of it counts as secret; assistants do not get it as a tool.',
    readCharactersMax: 262_144,
    givenCharactersMax: 20_000,
    toldMax: 20,
  },
  'ATTACK-many-values': {
    source: attacks,
    text: 'No body stops the server for others by how many values it has: more than 512 KiB can have are refused unread, objects of too many names before each is looked at, and nobody is told of each that is wrong.',
    valuesMax: 262_144,
    messageValuesMax: 2000,
    namesMax: 10_000,
  },
  'ATTACK-fuzzed-client': {
    source: client,
    text: 'Hostile catalogues and answers: no crash, hang, template, escape sequence, prototype touched, file outside our folders.',
  },
  'NET-path': {
    source: 'issue 13: Deliver 5',
    text: 'Expired certificates (with their date), no TLS where it should be and the reverse, proxies that are dead or refuse: the words say what is wrong and where.',
  },
  'ATTACK-pipe-as-file': {
    source: client,
    text: 'A named pipe in the place of a file of ours holds up nobody.',
  },
} as const satisfies Section;
