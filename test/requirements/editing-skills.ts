import type { Section } from './entry.ts';

const source = 'interface: Commands';

/** The commands of `fleet skill`. */
export const EDITING_SKILLS = {
  'UI-skill-push': {
    source,
    text: 'fleet skill push makes machines as a folder after a yes; a second run sends nothing; only --prune deletes, at the end and where every text got there; linked skills are left.',
  },
  'UI-skill-pull': {
    source,
    text: 'fleet skill pull makes a folder as a machine; what was changed here is overwritten only after a question, and nothing by a text that is shown with [scrubbed].',
  },
  'UI-skill-pull-rights': {
    source: 'issue 13: files that are replaced',
    text: 'A file that fleet skill pull replaces keeps its mode, its owner and the access list that its folder gives; a new one has what the umask leaves.',
  },
  'UI-skill-diff': {
    source,
    text: 'fleet skill diff compares a folder with machines; with --exit-code it ends with this where they differ.',
    different: 11,
  },
  'UI-skill-nothing': {
    source,
    text: 'Where no machine is selected, fleet skill push, pull and diff end with this before anything is compared; so does a push of a folder without any skill; --prune deletes nothing for a side without any skill that can be read.',
    code: 'no_machine_selected',
    noSkill: 'no_skill',
    exit: 6,
  },
  'UI-skill-edit': {
    source,
    text: 'fleet skill edit: editor, difference, yes, save; a refused text opens again with the reason; who was faster is noticed, with three ways on.',
  },
  'UI-skill-kept': {
    source: 'issue 13: files that are replaced',
    text: 'A change of push or edit is sent once and read back; one that the machine does not have (but for its line ends, and what looks like a secret), or that is said not to be made, failed, and what cannot be read back is not confirmed.',
    notKept: { code: 'not_kept', exit: 9 },
    unconfirmed: { code: 'not_confirmed', exit: 7 },
  },
  'UI-skill-draft': {
    source,
    text: 'Nothing typed in fleet skill edit is lost: a copy stays in the state folder until it is saved.',
  },
  'UI-written-unreadable': {
    source,
    text: 'What a person wrote for a skill or an answer and that cannot be read stays where it is, and the error names the file.',
  },
} as const satisfies Section;
