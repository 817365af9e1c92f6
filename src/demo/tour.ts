/** One command of the tour as a person types it, and its expected exit code. */
export interface TourStep {
  /** What the scene shows, in a sentence; without it the command belongs to the scene that follows. */
  readonly shows?: string;
  readonly args: readonly string[];
  /** Added where the output is no terminal, whose tables show every member. */
  readonly elsewhere?: readonly string[];
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
      ...['auth', 'login', '--base-url', '$URL', '--key-file', '$KEYFILE'],
      ...['--store', 'file', '--columns', 'key_name,scope'],
    ],
  },
  {
    shows: 'One screen: who waits, what fails, what is away, what runs.',
    args: ['status'],
    elsewhere: ['--columns', 'counts,waiting,running'],
  },
  {
    shows: 'Four machines: one only looks (observe), one is not well, one is away.',
    args: ['cloud', 'list-machines'],
    elsewhere: ['--columns', 'name,status,mode,last_seen_at,skill_count'],
  },
  {
    shows: 'An agent asks a person.',
    args: ['inbox', '--no-input'],
    elsewhere: ['--columns', 'id,machine_name,title'],
  },
  { args: ['inbox', '-o', 'name'], captureAs: 'JOB' },
  {
    shows: 'Answer: one of the offered options and a comment; the agent goes on with it.',
    args: [
      ...['job', 'answer', '$JOB', 'high', '--text', 'Customers cannot pay.'],
      ...['--follow', '--columns', 'state,headline'],
    ],
  },
  {
    args: [
      ...['cloud', 'run-skill', 'build-01', 'deploy-check'],
      ...['--payload', '{"ref":"main"}', '--quiet', '-o', 'name'],
    ],
    captureAs: 'RUN',
  },
  {
    shows: 'Run a skill, and follow its job to the end.',
    args: ['job', 'follow', '$RUN', '--columns', 'skill,state,headline'],
  },
  {
    shows: 'What a job has written, fetched from its machine.',
    args: ['job', 'logs', '$JOB'],
  },
  {
    shows: 'Skills of a folder, compared with those of a machine and saved there.',
    args: ['skill', 'push', 'lab-03', '--dir', '$SKILLS', '--yes'],
  },
  {
    shows: 'One operation on many machines.',
    args: [
      ...['each', '--machine', '*', '--where', 'mode=control', '--where', 'status!=offline'],
      ...['--', 'run-skill', 'disk-usage', '--follow'],
    ],
  },
  {
    shows: 'A machine in observe mode refuses to act: exit code 5, which a script can tell.',
    args: ['cloud', 'run-skill', 'edge-02', 'disk-usage', '--wait-seconds', '10'],
    exitCode: 5,
  },
  {
    shows: 'A secret: made and sealed there, opened here, given to one command and to nobody else.',
    args: [
      ...['secret', 'new', 'build-01', 'DEPLOY_SECRET', '--', 'sh', '-c'],
      'printf "%s" "$DEPLOY_SECRET" | wc -c',
    ],
  },
  {
    shows: 'The same operations for your assistant: what goes into its configuration file.',
    args: ['mcp', 'install', '--client', 'cursor', '--print', '--read-only'],
  },
];
