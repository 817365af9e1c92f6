// What a GitHub Actions runner reads in a log: lines that begin with `::` after white space, and `##[`
// anywhere in a line, each compared without regard to characters that take no place.
import { fstatSync } from 'node:fs';
import type { Environment } from '../../base/environment.ts';

/** Whether a runner of GitHub Actions reads what this process writes to this file descriptor. */
export function isReadByRunner(environment: Environment, descriptor: 1 | 2): boolean {
  if (environment['GITHUB_ACTIONS'] !== 'true') return false;
  try {
    return !fstatSync(descriptor).isFile();
  } catch {
    return true;
  }
}

const UNSEEN = '[\\p{Cf}\\p{Default_Ignorable_Code_Point}]*';
// A line end is no blank of the next line: thousands of them would be looked at again from each.
const LINE_BEGINS = new RegExp(
  `(^|[\\r\\n])([[\\s\\x85\\p{Cc}\\p{Cf}\\p{DI}]--[\\r\\n]]*:)(?=${UNSEEN}:)`,
  'gv',
);
const OLD_FORM = new RegExp(`(#${UNSEEN}#)(?=${UNSEEN}\\[)`, 'gu');
const OLD_FORM_IN_JSON = new RegExp(`(#${UNSEEN}#${UNSEEN})\\[`, 'gu');

/** A text of others, in which no line is a command to the runner: a blank stands in what would be one. */
export function withoutCommands(text: string): string {
  return text.replace(LINE_BEGINS, '$1$2 ').replace(OLD_FORM, '$1 ');
}

/** JSON of others with the same meaning, in which no line is a command to the runner. */
export function jsonWithoutCommands(json: string): string {
  return json.replace(OLD_FORM_IN_JSON, '$1\\u005b');
}

/** The command that shows an error beside the step. */
export function errorCommand(title: string, message: string): string {
  return `::error title=${escapedProperty(title)}::${escapedData(message)}\n`;
}

/** The commands that have the runner show no line of a secret; '' where it has none. */
export function maskCommands(secret: string): string {
  return secret
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .map((line) => `::add-mask::${escapedData(line)}\n`)
    .join('');
}

function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
