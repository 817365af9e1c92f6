import { spawn } from 'node:child_process';
import type { Environment } from '../../base/environment.ts';
import { messageOf } from '../../base/errors.ts';
import { type Platform, thisPlatform } from '../../base/platform.ts';
import { editorStart } from '../../base/processes/editor-start.ts';
import { usageFailure } from '../../contract/failure.ts';
import { interruptedWith } from '../interruption.ts';
import { passSignals } from '../pass-signals.ts';

/** In an editor Ctrl-C ends what it runs or searches: this program waits for it, or both would have the terminal. */
const OF_THE_EDITOR = { heard: ['SIGINT'], sent: [] } as const;

/**
 * Opens a file in `$VISUAL`, else `$EDITOR`, else vi (Notepad on Windows), and waits until the editor
 * ends. Throws `Failure` usage where it cannot be started or ends with an error, and interrupted where
 * Ctrl-C was pressed before.
 */
export async function runEditor(
  file: string,
  given: Environment,
  platform: Platform = thisPlatform(),
): Promise<void> {
  const interrupted = interruptedWith();
  if (interrupted !== undefined) throw interrupted;
  const { args, command, editor, environment, shell } = editorStart(file, given, platform);
  const child = spawn(command, args, { env: environment, shell, stdio: 'inherit' });
  const stopPassing = passSignals(OF_THE_EDITOR, () => {});
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(noEditor(editor, messageOf(error))));
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(noEditor(editor, `It ended with ${code ?? 'a signal'}.`));
    });
  });
  return ended.finally(stopPassing);
}

function noEditor(editor: string, why: string): Error {
  return usageFailure(
    `The editor ${JSON.stringify(editor)} did not end well`,
    `${why} Nothing was sent.`,
    'Name another in VISUAL or EDITOR.',
  );
}
