import type { Section } from './entry.ts';

const attacks = 'issue 11: A neighbour who means harm';

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
  'ATTACK-job-limits': {
    source: attacks,
    text: 'A job is limited in time, memory, processes and output, and its files cannot hold the machine up.',
    testedSecondsMax: 600,
  },
  'ATTACK-remaining-reach': {
    source: attacks,
    text: 'fleet help server says what a run key can still reach.',
  },
  'ATTACK-replay': {
    source: attacks,
    text: 'A signed delivery runs once, however many came since, also under another id where its signature has no time.',
  },
} as const satisfies Section;
