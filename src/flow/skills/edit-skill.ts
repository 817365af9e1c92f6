import type { Failure } from '../../contract/failure.ts';
import { applyChange } from './apply-changes.ts';
import type { SkillDraft } from './draft.ts';
import { hasMergeMarks, mergeTexts } from './merge-texts.ts';
import { readSkill } from './read-skill.ts';
import type { SkillFile } from './skill-file.ts';
import type { SkillService } from './skill-service.ts';

/** A text in two forms, for a person to compare. */
export interface TextForms {
  readonly before: string;
  readonly after: string;
}

/** What a person is asked while a skill is edited. */
export interface EditPerson {
  /** Opens the editor and waits for its end. Throws `Failure` usage where that was no good one. */
  edit(path: string): Promise<void>;
  askToSave(change: TextForms): Promise<'save' | 'edit' | 'leave'>;
  /**
   * The skill was changed since the person began; `theirs` is what the machine has now. Throws
   * `Failure` conflict where nobody can be asked.
   */
  askHowToContinue(
    base: string,
    theirs: SkillFile | undefined,
  ): Promise<'merge' | 'overwrite' | 'leave'>;
  /** Whether a refused text can be opened again. */
  readonly canEditAgain: boolean;
}

interface SkillEdit {
  readonly service: SkillService;
  readonly person: EditPerson;
  readonly draft: SkillDraft;
  readonly machine: string;
  readonly skill: string;
  /** What the machine had when the text in the draft was begun. */
  readonly base: string;
  readonly allowUnauthenticated: boolean;
}

/** How it ended; the draft stays only where it was `left`, and where a `Failure` is thrown. */
export type EditEnd = 'saved' | 'unchanged' | 'empty' | 'left';

/** What the person writes on in the next round. */
interface Round {
  readonly text: string;
  /** What the machine has, as far as is known. */
  readonly before: SkillFile | undefined;
  /** Lines above the text in the editor. */
  readonly note: readonly string[];
  /** Why the text was not saved; thrown where it comes back as it was. */
  readonly refusal?: Failure;
}

/**
 * Has a person write a skill's text and saves it, again until it is saved or left. It is saved only
 * where the machine has what the person saw. Throws `Failure`.
 */
export async function editSkill(edit: SkillEdit): Promise<EditEnd> {
  const { draft, person } = edit;
  let round: Round = {
    text: await draft.text(),
    before: { kind: 'text', content: edit.base },
    note: [],
  };
  for (;;) {
    await person.edit(draft.path);
    const text = await draft.text();
    if (round.refusal !== undefined && text === round.text) throw round.refusal;
    const end = await settle(edit, { ...round, text });
    if (typeof end === 'string') {
      if (end !== 'left') await draft.remove(end === 'saved' ? text : undefined);
      return end;
    }
    round = end;
    await draft.write(round.text, textOfFile(round.before), round.note);
  }
}

/** What becomes of a text that comes out of the editor: an end, or another round. */
async function settle(edit: SkillEdit, round: Round): Promise<EditEnd | Round> {
  const { person } = edit;
  const { text } = round;
  if (text.trim() === '') return 'empty';
  let { before } = round;
  for (;;) {
    const base = textOfFile(before);
    if (text === base) return 'unchanged';
    if (person.canEditAgain && hasMergeMarks(text) && !hasMergeMarks(base)) {
      return { text, before, note: ['Some marks of the merge are left in the text.'] };
    }
    const said = await person.askToSave({ before: base, after: text });
    if (said === 'leave') return 'left';
    if (said === 'edit') return { text, before, note: [] };
    const saved = await save(edit, { text, before, note: [] });
    if (saved !== 'changed_meanwhile') return saved;
    const { file: theirs } = await readSkill(edit.service, edit.machine, edit.skill);
    const choice = await person.askHowToContinue(base, theirs);
    if (choice === 'leave') return 'left';
    if (choice === 'merge') return mergedRound({ base, mine: text, theirs: textOfFile(theirs) });
    before = theirs;
  }
}

async function save(
  edit: SkillEdit,
  { before, text }: Round,
): Promise<'saved' | 'changed_meanwhile' | Round> {
  const { allowUnauthenticated, machine, skill } = edit;
  const change = { kind: 'update', skill, before, after: text } as const;
  const options = { machine, allowUnauthenticated };
  const { failure, outcome } = await applyChange(edit.service, change, options);
  if (outcome === 'done') return 'saved';
  if (failure === undefined) return 'changed_meanwhile';
  if (!edit.person.canEditAgain || !isAboutTheText(failure)) throw failure;
  const note = [`It was not saved: ${failure.facts.detail ?? failure.facts.title}`];
  return { text, before, note, refusal: failure };
}

function mergedRound(texts: {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}): Round {
  const { hasMarks, text } = mergeTexts(texts);
  const note = hasMarks
    ? 'Both of you changed the same lines: keep what is right, and take the marks out.'
    : 'Your changes are in the text that the machine has now. Save it if it is right.';
  return { text, before: { kind: 'text', content: texts.theirs }, note: [note] };
}

/** What no other text would be spared. */
const NOT_THE_TEXT: ReadonlySet<string> = new Set([
  'command_failed',
  'denied_by_machine',
  'linked_skill',
  'not_kept',
]);

/** Whether another text may be taken: the machine checks it, and the service its size. */
function isAboutTheText({ facts, kind }: Failure): boolean {
  if (kind === 'work_failed') return !NOT_THE_TEXT.has(facts.code);
  return kind === 'refused' && (facts.status === 400 || facts.status === 413);
}

function textOfFile(file: SkillFile | undefined): string {
  return file?.kind === 'text' ? file.content : '';
}
