/** One step of the tour: a command as a person types it, and its expected exit code. */
export interface TourStep {
  /** What the step shows, in a sentence. */
  readonly shows: string;
  readonly args: readonly string[];
  /** Lines that are typed into it. */
  readonly input?: readonly string[];
  /** Exit code by `fleet help exit-codes`; 0 where left out. */
  readonly exitCode?: number;
  /** Captures the command's output, without its line end, as `$NAME` for later steps. */
  readonly captureAs?: string;
}

/** The main features from end to end, against machines that really sync and run skills. */
export const TOUR: readonly TourStep[] = [
  {
    shows: 'Log in once: the key is checked and kept, here in a file, else in the keychain.',
    args: [
      ...['auth', 'login', '--base-url', '$URL'],
      ...['--key-file', '$KEYFILE', '--store', 'file'],
    ],
  },
  {
    shows: 'The operations that the service offers this key; each one is a command.',
    args: ['cloud'],
  },
  {
    shows: 'One screen: who waits, what fails, what is away, what runs.',
    args: ['status'],
  },
  {
    shows:
      'Four machines: one in control mode, one in observe mode, one with failing checks, one offline.',
    args: ['cloud', 'list-machines'],
  },
  {
    shows: 'Run a skill on a machine and follow it to its end.',
    args: [
      ...['cloud', 'run-skill', 'build-01', 'deploy-check'],
      ...['--payload', '{"ref":"main"}', '--follow'],
    ],
  },
  {
    shows: 'A job may stop and ask a person: exit code 10, so that a script can tell.',
    args: [
      ...['cloud', 'run-skill', 'build-01', 'triage-issue'],
      ...['--payload', '{"issue":{"number":42,"title":"Checkout times out"}}', '--follow'],
    ],
    exitCode: 10,
  },
  {
    shows: 'Which jobs wait for a person?',
    args: ['inbox', '--no-input'],
  },
  {
    shows: 'Its id, for the next commands.',
    args: ['inbox', '-o', 'name'],
    captureAs: 'JOB',
  },
  {
    shows: 'Answer the question: one of the offered options, and a comment.',
    args: [
      ...['job', 'answer', '$JOB', 'high'],
      ...['--text', 'Customers cannot pay.', '--follow'],
    ],
  },
  {
    shows: 'What became of it, as a program reads it.',
    args: [
      ...['cloud', 'get-job', '$JOB', '-o', 'yaml'],
      ...[
        '--query',
        '{state: state, headline: headline, answer: answer.text, link: links[-1].url}',
      ],
    ],
  },
  {
    shows: 'A machine in observe mode refuses to act: exit code 5.',
    args: ['cloud', 'run-skill', 'edge-02', 'disk-usage', '--wait-seconds', '10'],
    exitCode: 5,
  },
  {
    shows: 'What a job has written, fetched from its machine.',
    args: ['job', 'logs', '$JOB'],
  },
  {
    shows:
      'A secret, made and sealed on the machine, opened here, and given to one command, which counts its bytes.',
    args: [
      ...['secret', 'new', 'build-01', 'DEPLOY_SECRET', '--', 'sh', '-c'],
      'printf "%s" "$DEPLOY_SECRET" | wc -c',
    ],
  },
  {
    shows: 'A secret that exists is not replaced without --force: exit code 11.',
    args: ['secret', 'new', 'build-01', 'DEPLOY_SECRET', '--', 'true'],
    exitCode: 11,
  },
  {
    shows: 'All pages of a list, one row per line.',
    args: [
      ...['cloud', 'list-jobs', '--limit', '1', '--all'],
      ...['-o', 'jsonl', '--query', 'jobs[].[id, skill, state]'],
    ],
  },
  {
    shows:
      'The same operations for an assistant: the bridge, with the requests that an assistant sends.',
    args: ['mcp', '--read-only'],
    input: [
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_settings","arguments":{}}}',
    ],
  },
];
