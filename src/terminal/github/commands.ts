// What a runner reads in a log, without regard to characters that take no place: that of GitHub Actions
// lines that begin with `::` after white space, and `##[` anywhere in a line, that of Azure Pipelines
// `##vso[`, that of TeamCity `##teamcity[`.
import { fstatSync } from 'node:fs';

/** Whether a file gets what this process writes to this file descriptor: no runner reads it. */
export function isFile(descriptor: 1 | 2): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

const UNSEEN = '[\\p{Cf}\\p{Default_Ignorable_Code_Point}]*';
// A line end is no blank of the next line: thousands of them would be looked at again from each.
const LINE_BEGINS = new RegExp(
  `(^|[\\r\\n])([[\\s\\x85\\p{Cc}\\p{Cf}\\p{DI}]--[\\r\\n]]*:)(?=${UNSEEN}:)`,
  'gv',
);
const BEFORE_BRACKET = ['##', '##vso', '##teamcity']
  .map((name) => [...name].join(UNSEEN))
  .join('|');
const BRACKET = new RegExp(`(${BEFORE_BRACKET})(?=${UNSEEN}\\[)`, 'giu');
const BRACKET_IN_JSON = new RegExp(`((?:${BEFORE_BRACKET})${UNSEEN})\\[`, 'giu');

/** A text of others, in which no line is a command to the runner: a blank stands in what would be one. */
export function withoutCommands(text: string): string {
  return text.replace(LINE_BEGINS, '$1$2 ').replace(BRACKET, '$1 ');
}

/** JSON of others with the same meaning, in which no line is a command to the runner. */
export function jsonWithoutCommands(json: string): string {
  return json.replace(BRACKET_IN_JSON, '$1\\u005b');
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
