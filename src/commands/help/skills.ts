import { twoColumns, wrapped } from '../../terminal/wrap.ts';
import { TextCommand } from './text-command.ts';

type Rows = readonly (readonly [string, string])[];

const WAY = [
  'A skill is a file skills/<skill>/SKILL.md in the folder of a machine: a block of YAML between two ' +
    'lines ---, and instructions in Markdown below it. fleet machine init DIR writes a folder with ' +
    'one that runs. Files are read anew for each run; the service knows of a new one some seconds later. Why ' +
    "one does not load, with the line, is in the machine's terminal, in fleet cloud list-skills and in its " +
    'health check.',
];

const EXAMPLE = [
  '---',
  'name: deploy-check                  # as its folder; a-z, 0-9 and -',
  'description: Says whether we can deploy',
  'fleet:',
  '  runner: shell',
  '  webhook: true',
  '  auth: hub_signature',
  '  secret: DEPLOY_SECRET',
  '  when: [{ path: ref, equals: refs/heads/main }]',
  '---',
  '```sh',
  'df -h',
  '```',
];

const SETTINGS: Rows = [
  [
    'runner',
    'shell runs the first block marked sh, in /bin/sh; agent_a and agent_b are programs that ' +
      'fleet.yaml names and that get the instructions as their prompt',
  ],
  ['model', 'for agents, in FLEET_MODEL; run-skill --model is used instead'],
  ['title', 'of its jobs; {{payload.path.to.member}} is filled in'],
  ['timeout_seconds', 'of one run, 600 without it'],
  [
    'repository',
    'the linked repository that it comes from: it is changed there, and neither saved nor deleted here',
  ],
  ['script', 'steps of the scripted agent, where fleet.yaml names no program: for tests'],
];

const CHANGES: Rows = [
  [
    'one',
    'fleet skill edit MACHINE SKILL: your editor, the difference, a yes; or, with a file that is there, ' +
      'fleet cloud save-skill MACHINE SKILL --content=@SKILL.md',
  ],
  [
    'a folder',
    'fleet skill push MACHINE… --dir DIR makes machines as the folder, pull the folder as a machine, ' +
      'diff compares; of each skill the SKILL.md alone',
  ],
];

const STARTS: Rows = [
  ['a person', 'fleet cloud run-skill MACHINE SKILL --payload JSON|@file --follow'],
  ['a try', 'fleet cloud test-skill MACHINE --skill-md=@SKILL.md, without installing it'],
  [
    'schedule',
    '{ cron: "30 5 * * 1-5", timezone: Europe/Berlin }: minute, hour, day, month, day of the week; ' +
      'numbers, *, lists, ranges, steps; in UTC without timezone. The payload is empty. What was missed ' +
      'while the machine was down stays missed',
  ],
  [
    'webhook: true',
    'POST /hooks/<skill> at fleet machine --listen HOST:PORT, or at the hosted URL of fleet cloud ' +
      'enable-hosted-url, which needs no open port',
  ],
];

const WEBHOOKS: Rows = [
  [
    'auth: hub_signature',
    'X-Hub-Signature-256: sha256= and the HMAC-SHA256 of the body in hexadecimal digits',
  ],
  [
    'auth: standard_webhooks',
    'webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks, or the same as ' +
      'svix-id, svix-timestamp and svix-signature; at most five minutes old',
  ],
  [
    'auth: none',
    'everybody who reaches the URL starts it; saving it wants --allow-unauthenticated',
  ],
  [
    'secret: NAME',
    'what auth checks with, and the variable NAME of the run; fleet secret new MACHINE NAME makes it ' +
      'there and hands it to you, one that you have goes into state/secrets.json as {"NAME": "value"}',
  ],
  [
    'when',
    'a list of {path, equals: VALUE}, {path, in: [VALUE, …]} or {path, matches: REGEXP} about the ' +
      'payload, such as path: issue.labels.0.name; all must hold, else the delivery is skipped',
  ],
  [
    'twice',
    'a delivery that comes again, by its id, or with hub_signature by its body, is a duplicate and ' +
      'starts nothing',
  ],
];

const ENVIRONMENT: Rows = [
  [
    'stdin',
    'of shell the payload, also after an answer: JSON, or nothing where nobody gave one; ' +
      'ref=$(jq -r .ref) takes a value out of it. For agents the prompt, for resume the answer',
  ],
  ['FLEET_PAYLOAD_FILE', 'the payload as it came; where there is none, no such file'],
  ['FLEET_EVENT_FILE', 'JSON: trigger, headers, query, time'],
  ['FLEET_RESULT_FILE', 'write the result there; its first line is the headline'],
  ['FLEET_COMMANDS_FILE', 'append JSON lines there, see below'],
  [
    'FLEET_ANSWER_FILE',
    'set after an answer alone, so that sh -u wants ${FLEET_ANSWER_FILE:-}: the options chosen, one a ' +
      'line, then the text in words of their own',
  ],
  ['FLEET_JOB, FLEET_SKILL', 'the id of the job on this machine, the name of the skill'],
  ['FLEET_SESSION, FLEET_MODEL', 'for agents: the session, the same after an answer; the model'],
  ['its secret', 'by its own name'],
  ['PATH, HOME, USER, LANG …', 'LC_ALL, TZ and TMPDIR too; nothing else of the machine'],
];

const ENDS = [
  'It runs in the folder of the skill. Exit code 0 is done, any other failed, with the last line of ' +
    'stderr as the reason. Without a result file the last 20 lines of stdout are the result. ' +
    'stdout and stderr are kept with secrets taken out (fleet job logs JOB).',
  'A line of stdout that begins with ::progress reports progress, of runner shell alone: ' +
    '::progress {"message": "Half way", "percent": 50, "step": "build"}. A script that prints text ' +
    'of strangers had better use the file:',
];

/** One line each, so that it can be pasted, and what it does. */
const LINES: Rows = [
  ['{"progress": {"message": "Half way", "percent": 50, "step": "build"}}', 'at once'],
  [
    '{"link": {"kind": "pull_request", "title": "A fix", "url": "https://…"}}',
    'kinds: source, pull_request, issue, message, document, deployment, test, delivery',
  ],
  [
    '{"ask": {"text": "Deploy?", "options": ["yes", "no"], "recommended": "yes"}}',
    'Then end with 0: the job waits for a person, and the answer starts resume of fleet.yaml, else ' +
      'the same again. Also context and multiple; "wait": false ends the job, and an answer takes it up ' +
      'again. An option with what looks like a secret is not offered.',
  ],
  ['{"spend": {"cost_usd": 0.02, "input_tokens": 900, "output_tokens": 80}}', 'added up'],
  [
    '{"finish": {"headline": "…", "summary": "…", "result": "…"}}',
    'in place of the result file; "outcome": "not_done" where the task was not',
  ],
  ['{"fail": {"kind": "no_access", "message": "…"}}', 'why it failed'],
  ['{"session": "id"}', 'what FLEET_SESSION is after an answer'],
];

const RUNNERS = [
  'runners: { agent_a: { command: [claude, -p], resume: [./resume], secrets: [KEY] } } in fleet.yaml ' +
    'names the program of an agent: no shell reads the words, ./ is the folder of the machine. It ' +
    'runs as scripts do, as the user of run_as and within limits, and what it prints is output and ' +
    'nothing else. 1 MiB of the file is taken; behind it, up to 64 MiB, ask, fail, finish and session ' +
    'count. A wrong line is skipped: the job says that there is one, its stderr names each. One that ' +
    'was to ask or to fail makes the job fail, as a file does that cannot be read to its end.',
  'mode: observe takes nothing that acts; mode: control in fleet.yaml lets the service run skills. ' +
    'fleet help server says what a run can reach.',
];

export default class HelpSkills extends TextCommand {
  static override readonly summary =
    'SKILL.md, what starts a skill, what a running one is given, agents.';

  protected text(width: number): string {
    const list = (rows: Rows) => twoColumns(rows, { width, nameMax: 26 });
    const text = (paragraphs: readonly string[]) =>
      paragraphs.flatMap((one) => wrapped(one, width));
    return [
      ...text(WAY),
      '',
      ...EXAMPLE.map((line) => `  ${line}`),
      '',
      'Settings below fleet:',
      ...list(SETTINGS),
      '',
      'How it is changed from here',
      ...list(CHANGES),
      '',
      'What starts it',
      ...list(STARTS),
      '',
      'Webhooks',
      ...list(WEBHOOKS),
      '',
      'What a run is given',
      ...list(ENVIRONMENT),
      '',
      'What it gives back',
      ...text(ENDS),
      ...LINES.flatMap(([line, meaning]) => [
        `  ${line}`,
        ...wrapped(meaning, width - 6).map((one) => `      ${one}`),
      ]),
      '',
      'The machine',
      ...text(RUNNERS),
    ].join('\n');
  }
}
