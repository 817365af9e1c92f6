import { Failure, usageFailure } from '../../contract/failure.ts';
import type { DocumentSyntaxError } from './document-format.ts';

/** The file is not of its format. */
export function brokenSyntax(file: string, fault: DocumentSyntaxError): Failure {
  return new Failure(
    'local',
    {
      code: 'configuration_broken',
      title: 'The configuration is broken',
      detail: `${file}: syntax error at ${fault.message}.`,
      advice: 'Mend it there first: the assistant cannot read it either.',
      extra: { file, line: fault.line, column: fault.column },
    },
    { cause: fault },
  );
}

/** The file is of its format and not what the assistant expects. */
export function wrongShape(file: string, what: string): Failure {
  return new Failure('local', {
    code: 'configuration_broken',
    title: 'The configuration is broken',
    detail: `${file}: ${what} is not an object.`,
    advice: 'Mend it there first: the assistant cannot read it either.',
    extra: { file },
  });
}

/** The operating system does not let us read or write it. */
export function unusableFile(file: string, error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? error.code : 'it cannot be used';
  return new Failure(
    'local',
    {
      code: 'configuration_unusable',
      title: 'The configuration cannot be read or written',
      detail: `${file}: ${code}.`,
      advice: 'Look whether it is a file that you may write, or a link that leads to one.',
      extra: { file },
    },
    { cause: error },
  );
}

/** What stands there is no file that could be read to its end. */
export function notAFile(file: string): Failure {
  return new Failure('local', {
    code: 'configuration_unusable',
    title: 'The configuration cannot be read or written',
    detail: `${file} is not a regular file.`,
    advice: 'Put a file there, or a link that leads to one, or nothing at all.',
    extra: { file },
  });
}

/** What kept a change from being made, with that it was not made. */
export function unchanged({ facts, kind, cause }: Failure): Failure {
  const detail = `${facts.detail ?? facts.title} Nothing was written.`;
  return new Failure(kind, { ...facts, detail }, { cause });
}

/** The file holds something else than text. */
export function notText(file: string, error: unknown): Failure {
  return new Failure(
    'local',
    {
      code: 'configuration_broken',
      title: 'The configuration is broken',
      detail: `${file} is not UTF-8 text.`,
      extra: { file },
    },
    { cause: error },
  );
}

/** The assistant writes its file faster than we do. */
export function busyFile(file: string): Failure {
  return new Failure('conflict', {
    code: 'configuration_busy',
    title: 'The configuration keeps changing',
    detail: `${file} was written by another program while it was being changed. Nothing was written.`,
    advice: 'Close the assistant and try again.',
  });
}

/** An entry that another program or the person made. */
export function foreignEntry(name: string, file: string, isRemoval: boolean): Failure {
  return new Failure('conflict', {
    code: 'entry_exists',
    title: `The entry ${JSON.stringify(name)} is not ours`,
    detail: `${file} has an entry of that name that starts something else.`,
    advice: isRemoval
      ? 'Remove it there by hand if it is not wanted.'
      : 'Choose another with --name, or replace it with --overwrite.',
  });
}

/** The edited document, read again, would not mean the same but for our entry. */
export function unsafeChange(file: string, advice: string): Failure {
  return new Failure('conflict', {
    code: 'configuration_not_changed',
    title: 'The configuration cannot be changed safely',
    detail: `${file} is written in a way (a name given twice, perhaps) that only a person can change.`,
    advice,
  });
}

/** No sign of the assistant on this computer. */
export function assistantMissing(title: string, file: string): Failure {
  return usageFailure(
    `${title} is not here`,
    `Neither ${file} nor its folder exists. Nothing was written.`,
    'Install and start it once, or make the file with --create; --print shows what goes into it.',
  );
}
