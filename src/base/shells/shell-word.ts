import { type Platform, thisPlatform } from '../platform.ts';
import { powershellWord } from './powershell-word.ts';

/** A text as one word of a command line for a person to paste: into PowerShell on Windows, else a POSIX shell. */
export function shellWord(text: string, platform: Platform = thisPlatform()): string {
  return platform === 'win32' ? powershellWord(text) : posixWord(text);
}

/** A text as one word for a POSIX shell. */
export function posixWord(text: string): string {
  return /^[\w.:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
