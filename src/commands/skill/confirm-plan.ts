import { type Confirmation, confirm } from '../../terminal/prompt.ts';
import { canPrompt } from '../../terminal/terminal.ts';
import type { Runtime } from '../runtime.ts';

interface ConsentFlags {
  readonly yes?: boolean | undefined;
  readonly 'no-input'?: boolean | undefined;
}

/** Has a person agree to what stands above on the screen. Throws `Failure` declined or usage. */
export async function confirmPlan(
  what: Confirmation,
  flags: ConsentFlags,
  runtime: Runtime,
): Promise<void> {
  await confirm(what, {
    yes: flags.yes === true,
    canPrompt: canPrompt(runtime, flags['no-input'] === true),
    hasDryRun: true,
    stdin: runtime.stdin,
    promptStream: runtime.promptStream,
  });
}
