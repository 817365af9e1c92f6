import { Failure } from '../../contract/failure.ts';
import { readSkill } from '../../flow/skills/read-skill.ts';
import { diffForPeople } from '../../render/skills/diff-text.ts';
import { interruptionSignal } from '../../terminal/interruption.ts';
import { hasColor } from '../../terminal/terminal.ts';
import type { ParsedCall } from '../operation/read-call.ts';
import type { Runtime } from '../runtime.ts';

/**
 * Shows what a save_skill that is about to be confirmed changes; nothing where the machine cannot tell
 * what it has. Throws `Failure` interrupted.
 */
export async function showSkillChange(call: ParsedCall, runtime: Runtime): Promise<void> {
  const { content, machine, skill } = call.input;
  const { reader } = call.operation;
  if (reader === undefined || typeof content !== 'string') return;
  if (typeof machine !== 'string' || typeof skill !== 'string') return;
  const signal = interruptionSignal();
  const service = { client: reader.client, clock: runtime.clock, signal, followTimeoutMs: 0 };
  try {
    const { file } = await readSkill(service, machine, skill);
    if (file?.kind === 'unreadable') return;
    const name = `skills/${skill}/SKILL.md`;
    const names = { beforeName: `${machine}/${name}`, afterName: `yours/${name}` };
    const colour = hasColor(runtime.stderr, runtime.environment, call.flags.color);
    const shown = diffForPeople({ before: file?.content, after: content, ...names }, colour);
    await runtime.stderr.write(shown === '' ? 'The machine has this text already.\n' : shown);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
  }
}
