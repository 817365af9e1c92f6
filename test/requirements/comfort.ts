import type { Section } from './entry.ts';

const commands = 'interface: Commands';
const confirmation = 'interface: Confirmation';
const flags = 'interface: From JSON Schema to flags';
const keys = 'interface: Keys';
const output = 'interface: Output';

/** What the program does for who uses it every day: help, profiles, prompts. */
export const COMFORT = {
  'UI-help-front': {
    source: commands,
    text: 'fleet alone is a grouped help that fits a screen, with two examples.',
    linesMax: 45,
    titles: ['Start', 'Operate', 'Secrets', 'Assistants', 'Run your own', 'Examples'],
  },
  'UI-help-examples': {
    source: commands,
    text: 'Every command of ours has an example.',
  },
  'UI-help-short': {
    source: commands,
    text: '-h is the short help, --help adds the common flags; -h of an operation costs few tokens.',
    tokensMax: 300,
  },
  'UI-auth-switch': {
    source: commands,
    text: 'fleet auth switch chooses the profile of commands that name none.',
  },
  'UI-color-silent': {
    source: output,
    text: 'NO_COLOR goes before FORCE_COLOR, and nothing is said of it.',
  },
  'UI-auth-which': {
    source: keys,
    text: 'Where the service or key is not known, the profiles that there are are named.',
  },
  'UI-auth-keychain-first': {
    source: keys,
    text: 'Login looks for the keychain before it asks a person for the key.',
  },
  'UI-confirm-typed': {
    source: confirmation,
    text: 'What cannot be made good again wants the name typed.',
  },
  'UI-confirm-words': {
    source: confirmation,
    text: 'A prompt breaks its lines at spaces.',
  },
  'UI-confirm-service': {
    source: confirmation,
    text: 'A prompt names the service, and the profile whose key is used.',
  },
  'UI-confirm-in-sight': {
    source: confirmation,
    text: 'What is asked, at which service, and that it is destructive stands with the question on a terminal of 24 rows, however long names and descriptions of others are.',
  },
  'UI-confirm-as-shown': {
    source: confirmation,
    text: 'The question shows what goes with the operation, but nothing that its schema calls secret; a yes is for the machine that the name meant then, which is named by its id in what is sent.',
  },
  'UI-confirm-fresh': {
    source: confirmation,
    text: 'What was typed before a question stood there does not answer it.',
  },
  'UI-flags-time': {
    source: flags,
    text: 'Where a schema wants a time, 2h means that long ago.',
  },
  'UI-query-legacy': {
    source: flags,
    text: 'The backquoted text of older JMESPath is understood.',
  },
  'UI-advice-whole': {
    source: 'issue 15: an advised command works as pasted',
    text: 'A failure is broken at its spaces on a terminal, but not inside a command to paste.',
  },
  'UI-advice-target': {
    source: 'issue 15: an advised command works as pasted',
    text: 'A command to paste has the --profile and the --base-url that were given, so that it goes to the same service.',
  },
  'UI-confirm-dry-run': {
    source: 'issue 15: an agent shows its person what it asks for',
    text: 'Where nobody can be asked, the refusal names --yes, and --dry-run where there is one.',
  },
  'UI-query-order': {
    source: flags,
    text: 'In --query texts have an order, as in the AWS CLI: times are compared.',
  },
  'UI-help-agents': {
    source: commands,
    text: 'fleet help agents is short, made from catalogue and instructions; --skill makes it a SKILL.md.',
    tokensMax: 800,
  },
  'UI-cloud-changes': {
    source: commands,
    text: 'fleet cloud refresh says what changed, breaking changes first; a run says once what broke in its operation.',
  },
  'UI-catalogue-file': {
    source: keys,
    text: 'FLEET_CATALOGUE is a catalogue from a file: nothing is fetched.',
  },
  'UI-exit-10-question': {
    source: 'interface: Exit codes',
    text: 'After exit 10 stderr has the question, its options and the command that answers.',
  },
  'UI-actions-errors': {
    source: output,
    text: 'In GitHub Actions an error is an annotation on stderr, escaped.',
  },
  'UI-actions-remote': {
    source: output,
    text: 'In GitHub Actions no text of others is a command to the runner.',
  },
  'UI-runners-remote': {
    source: output,
    text: 'In Azure Pipelines and TeamCity no text of others is a command to the runner.',
  },
  'UI-actions-summary': {
    source: output,
    text: 'In GitHub Actions the end of a job stands in the summary of the step.',
  },
  'UI-actions-mask': {
    source: output,
    text: 'In GitHub Actions each line of a secret is masked before it goes to stdout or into GITHUB_ENV; --no-mask.',
  },
  'UI-complete-names': {
    source: 'interface: Commands',
    text: 'Machines, skills of that machine, jobs with state and age, alerts, deliveries, commands, channels, profiles, --type and columns are completed by the answers of the last ten minutes, without network.',
  },
  'UI-complete-kept': {
    source: 'interface: Commands',
    text: 'What completion knows is in a private file per service and key, written only where it changes, never in CI, gone after logout.',
  },
  'UI-did-you-mean': {
    source: 'interface: Commands',
    text: 'A mistyped machine or skill, and a habit of other programs, is told with what was meant, nothing that acts; an unknown flag with those that there are.',
  },
} as const satisfies Section;
