import { Failure } from '../../contract/failure.ts';
import { readSkill } from '../../flow/skills/read-skill.ts';
import type { SkillFile } from '../../flow/skills/skill-file.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { diffForPeople } from '../../render/skills/diff-text.ts';
import { interruptionSignal } from '../../terminal/interruption.ts';
import { hasColor } from '../../terminal/terminal.ts';
import type { ParsedCall } from '../operation/read-call.ts';
import type { Runtime } from '../runtime.ts';

/** Looks again, and shows what is to be changed anew where the skill changed since. Throws `Failure`. */
export type LookAgain = () => Promise<'as_shown' | 'changed'>;

/**
 * Shows what a save_skill that is about to be confirmed changes; nothing, and undefined, where the
 * machine cannot tell what it has. `machineName`: of the machine, for people. Throws `Failure` interrupted.
 */
export async function showSkillChange(
  call: ParsedCall,
  machineName: string,
  runtime: Runtime,
): Promise<LookAgain | undefined> {
  const { content, machine, skill } = call.input;
  const { reader } = call.operation;
  if (reader === undefined || typeof content !== 'string') return undefined;
  if (typeof machine !== 'string' || typeof skill !== 'string') return undefined;
  const signal = interruptionSignal();
  const service = { client: reader.client, clock: runtime.clock, signal, followTimeoutMs: 0 };
  const read = async () => (await readSkill(service, machine, skill)).file;
  const show = async (file: SkillFile | undefined): Promise<void> => {
    if (file?.kind === 'unreadable') return;
    const name = `skills/${skill}/SKILL.md`;
    const names = { beforeName: `${machineName}/${name}`, afterName: `yours/${name}` };
    const colour = hasColor(runtime.stderr, runtime.environment, call.flags.color);
    const shown = diffForPeople({ before: file?.content, after: content, ...names }, colour);
    await runtime.stderr.write(shown === '' ? 'The machine has this text already.\n' : shown);
  };
  try {
    let shown = await read();
    if (shown?.kind === 'unreadable') return undefined;
    await show(shown);
    return async () => {
      const now = await read();
      if (isSame(shown, now)) return 'as_shown';
      shown = now;
      const what = sanitiseLine(`Somebody changed ${skill} on ${machineName} meanwhile`);
      await runtime.stderr.write(`${what}${now === undefined ? ': it was deleted' : ''}.\n`);
      await show(now);
      return 'changed';
    };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
    return undefined;
  }
}

function isSame(one: SkillFile | undefined, other: SkillFile | undefined): boolean {
  if (one?.kind === 'text' && other?.kind === 'text') return one.content === other.content;
  return one?.kind === other?.kind;
}
