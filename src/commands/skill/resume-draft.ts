import { usageFailure } from '../../contract/failure.ts';
import type { KeptDraft } from '../../flow/skills/draft.ts';
import { relativeTime } from '../../render/time.ts';
import { pick } from '../../terminal/person/pick.ts';
import type { Runtime } from '../runtime.ts';
import type { DraftChoice } from './edit.ts';
import { leftOpen } from './edit-person.ts';

interface Resuming {
  readonly skill: string;
  readonly runtime: Runtime;
  readonly canAsk: boolean;
  readonly draftChoice: DraftChoice | undefined;
}

/**
 * Whether an edit goes on with the text of an earlier one, as `--draft` says or a person. Throws
 * `Failure`: usage where nobody can be asked, declined where the person wants neither.
 */
export async function resumesDraft(kept: KeptDraft, resuming: Resuming): Promise<boolean> {
  const { canAsk, draftChoice, runtime, skill } = resuming;
  if (draftChoice !== undefined) return draftChoice === 'resume';
  const age = relativeTime(kept.changedAtMs, runtime.clock.now());
  if (!canAsk) {
    throw usageFailure(
      `An earlier text of ${skill} was not saved`,
      `It was written ${age}, and there is no terminal to ask what to do with it.`,
      'Say it with --draft resume or --draft discard.',
    );
  }
  const picked = await pick(
    `A text of ${skill} that you wrote ${age} was not saved`,
    ['Go on with it', 'Throw it away and begin with what the machine has', 'Leave it'],
    runtime,
  );
  if (picked === 0 || picked === 1) return picked === 0;
  throw leftOpen();
}
