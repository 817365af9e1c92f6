import type { Environment } from '../environment.ts';
import type { Platform } from '../platform.ts';

/** A command line for the shell of the system that runs an editor. */
interface EditorStart {
  readonly editor: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Whether `command` is a line for cmd.exe. */
  readonly shell: boolean;
  readonly environment: Environment;
}

/** The variable by which cmd.exe gets the path: what a variable holds is not read for variables again. */
const FILE = 'EDITED_FILE';

/**
 * How `$VISUAL`, else `$EDITOR`, else vi (Notepad on Windows) opens a file. Such a variable may hold
 * arguments (`code --wait`), so a shell reads it; the path is no part of that text.
 */
export function editorStart(
  file: string,
  environment: Environment,
  platform: Platform,
): EditorStart {
  const chosen = environment['VISUAL'] || environment['EDITOR'];
  if (platform !== 'win32') {
    const editor = chosen || 'vi';
    // Without a trap, Ctrl-C for what an editor runs would end the shell that waits for the editor.
    const args = ['-c', `trap : INT; ${editor} "$1"`, 'fleet', file];
    return { editor, command: '/bin/sh', args, shell: false, environment };
  }
  const editor = chosen || 'notepad';
  const command = `${editor} "%${FILE}%"`;
  return { editor, command, args: [], shell: true, environment: { ...environment, [FILE]: file } };
}
