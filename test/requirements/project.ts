import type { Section } from './entry.ts';

const bad = 'issue 2: Bad input';

/** Set-up, and what holds for every part. */
export const PROJECT = {
  'UI-setup-demo': {
    source: 'interface: Set-up and scripts',
    text: 'npm run demo starts everything, runs the tour and ends with 0 off a terminal.',
    exit: 0,
  },
  'DEMO-lived-in': {
    source: 'issue 17: Deliver 4',
    text: 'fleet serve --demo, once ready: jobs of every state, deliveries of every outcome, alerts open and resolved, a week of figures, by machines that ran skills; a second start on the folder goes on with them.',
  },
  'DEMO-tour': {
    source: 'issue 17: Deliver 4',
    text: 'The tour has 12 scenes in at most 120 lines, waits between them on a terminal, and ends with what to do next.',
  },
  'UI-setup-test': {
    source: 'interface: Set-up and scripts',
    text: 'The closing line of npm test; where everything is required a skip fails.',
  },
  'UI-setup-old-node': {
    source: 'interface: Set-up and scripts',
    text: 'On a Node older than 22.19 the program says so in one line.',
    leastNode: '22.19',
  },
  'PROJECT-kill': {
    source: 'issue 2: Tests and figures',
    text: 'A killed server loses nothing that it acknowledged.',
  },
  'PROJECT-one-server': {
    source: 'issue 2: The server',
    text: 'Two servers never share one data folder by accident.',
  },
  'PROJECT-hostile-text': {
    source: 'issue 2: The client',
    text: 'Templates, escapes and bidi controls of a catalogue print as harmless text in help.',
    example: '<%= 6 * 7 %>',
  },
  'PROJECT-cache': {
    source: 'issue 2: The client; issue 12: Deliver 3',
    text: 'The catalogue is fresh for an hour and renewed beside the request for a day; older, it is fetched first. A corrupt or unwritable cache is a miss.',
    freshSeconds: 3600,
    usableSeconds: 86_400,
    exitWaitMs: 50,
  },
  'PROJECT-bad-answers': {
    source: bad,
    text: 'HTML, truncated, empty and 10 MB answers end in one clear line.',
    exit: 7,
  },
  'PROJECT-bad-files': {
    source: bad,
    text: 'Malformed flags, JSON, files and stdin end in one clear line; nothing is sent.',
    exit: 2,
  },
  'PROJECT-arrows': {
    source: 'issue 2: Set-up',
    text: 'Imports follow the arrows of the architecture.',
  },
} as const satisfies Section;
