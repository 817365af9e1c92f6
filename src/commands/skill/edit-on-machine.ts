import { Failure } from '../../contract/failure.ts';
import { suggest } from '../../contract/suggest.ts';
import { SkillDraft } from '../../flow/skills/draft.ts';
import { type EditEnd, editSkill } from '../../flow/skills/edit-skill.ts';
import {
  awayFailure,
  namesOfSkills,
  observingFailure,
} from '../../flow/skills/read-machine-skills.ts';
import { readSkill } from '../../flow/skills/read-skill.ts';
import type { SkillService } from '../../flow/skills/skill-service.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import type { ServiceInUse } from '../../render/service-name.ts';
import { toFailure } from '../../terminal/report-failure.ts';
import type { Runtime } from '../runtime.ts';
import type { DraftChoice } from './edit.ts';
import { createEditPerson, type EditPersonFlags } from './edit-person.ts';
import type { ChosenMachine } from './open-skills.ts';
import { resumesDraft } from './resume-draft.ts';

interface EditRun {
  readonly service: SkillService;
  readonly identity: ServiceInUse;
  readonly machine: ChosenMachine;
  readonly skill: string;
  readonly runtime: Runtime;
  /** Whether somebody can be asked. */
  readonly canAsk: boolean;
  readonly draftChoice: DraftChoice | undefined;
  readonly flags: EditPersonFlags & {
    readonly quiet?: boolean | undefined;
    readonly 'allow-unauthenticated'?: boolean | undefined;
  };
}

/** Declined at a prompt. */
const LEFT = 3;

/** Edits one skill and says how it ended. Gives the exit code; throws `Failure`. */
export async function editOnMachine(run: EditRun): Promise<number> {
  const { machine, runtime, service, skill } = run;
  const why =
    awayFailure(machine.record, machine.name) ?? observingFailure(machine.record, machine.name);
  if (why !== undefined) throw why;
  const content = await currentText(run);
  const draft = await SkillDraft.open(runtime.folders.state, {
    baseUrl: service.client.baseUrl.text,
    machine: machine.id,
    skill,
  });
  try {
    // What cannot be read can be thrown away.
    const kept = run.draftChoice === 'discard' ? undefined : await draft.kept();
    const isResumed = kept !== undefined && (await resumesDraft(kept, run));
    const base = isResumed ? kept.base : content;
    await draft.write(isResumed ? kept.text : content, base, []);
    const end = await editSkill({
      service,
      person: createEditPerson(run),
      draft,
      machine: machine.id,
      skill,
      base,
      allowUnauthenticated: run.flags['allow-unauthenticated'] === true,
    });
    await tellEnd(end, draft, run);
    return end === 'left' || end === 'empty' ? LEFT : 0;
  } catch (error) {
    throw await withDraft(error, draft, run);
  } finally {
    draft.release();
  }
}

/** The text on the machine. Throws `Failure` where there is none that can be changed here. */
async function currentText({ machine, service, skill }: EditRun): Promise<string> {
  const { file, repository } = await readSkill(service, machine.id, skill);
  if (repository !== undefined) {
    throw new Failure('conflict', {
      code: 'linked_skill',
      title: `${skill} comes from a linked repository`,
      detail: `It is changed in ${repository}. Nothing was sent.`,
    });
  }
  if (file?.kind === 'text') return file.content;
  if (file?.kind === 'unreadable') {
    throw new Failure('conflict', {
      code: 'unreadable_skill',
      title: `${skill} failed to load, so that ${machine.name} does not give its text`,
      detail: file.reason,
      advice: 'Replace it from a folder: fleet skill push.',
    });
  }
  const [suggestion] = suggest(skill, await namesOfSkills(service, machine.id));
  throw new Failure('not_found', {
    code: 'unknown_skill',
    title: `${machine.name} has no skill ${skill}`,
    advice:
      suggestion === undefined
        ? 'A new one comes from a folder: fleet skill push.'
        : `Did you mean ${suggestion}?`,
  });
}

async function tellEnd(end: EditEnd, draft: SkillDraft, run: EditRun): Promise<void> {
  const { flags, machine, runtime, skill } = run;
  const name = sanitiseLine(machine.name);
  const words: Readonly<Record<EditEnd, string>> = {
    saved: `Saved ${skill} on ${name}.`,
    unchanged: 'Nothing was changed, and nothing was sent.',
    empty: 'The text is empty. Nothing was sent.',
    left: `Not saved. Your text is kept in ${draft.path}; the next edit goes on with it.`,
  };
  if (flags.quiet !== true) await runtime.stderr.write(`${words[end]}\n`);
}

/** Adds where the text is to a failure; a draft in which surely nothing was written goes. */
async function withDraft(thrown: unknown, draft: SkillDraft, run: EditRun): Promise<unknown> {
  const isEmpty = await draft.kept().then(
    (kept) => kept === undefined,
    () => false,
  );
  if (isEmpty) {
    await draft.remove();
    return thrown;
  }
  const error = toFailure(thrown);
  const { machine, skill } = run;
  const { extra, next = [] } = error.facts;
  const resume = { step: 'resume_edit', machine: machine.name, skill, path: draft.path } as const;
  const facts = { ...error.facts, next: [...next, resume], extra: { ...extra, draft: draft.path } };
  return new Failure(error.kind, facts, { cause: error });
}
