import type { RightsError } from '../../base/disk/rights-error.ts';
import { errorCode } from '../../base/errors.ts';
import { Failure, type FailureFacts, usageFailure } from '../../contract/failure.ts';
import type { DocumentSyntaxError } from './document-format.ts';

/** The file is not of its format. */
export function brokenSyntax(file: string, error: DocumentSyntaxError): Failure {
  return new Failure(
    'local',
    {
      code: 'configuration_broken',
      title: 'The configuration is broken',
      detail: `${file}: syntax error at ${error.message}.`,
      advice: 'Fix the file first: the assistant cannot read it either.',
      extra: { file, line: error.line, column: error.column },
    },
    { cause: error },
  );
}

/** The file is of its format and not what the assistant expects. */
export function wrongShape(file: string, what: string): Failure {
  return new Failure('local', {
    code: 'configuration_broken',
    title: 'The configuration is broken',
    detail: `${file}: ${what} is not an object.`,
    advice: 'Fix the file first: the assistant cannot read it either.',
    extra: { file },
  });
}

/** The operating system does not allow reading or writing it. */
export function unusableFile(file: string, error: unknown): Failure {
  const code = errorCode(error) ?? 'it cannot be used';
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

/** The path is not a regular file. */
export function notAFile(file: string): Failure {
  return new Failure('local', {
    code: 'configuration_unusable',
    title: 'The configuration cannot be read or written',
    detail: `${file} is not a regular file.`,
    advice: 'Put a file there, or a link that leads to one, or nothing at all.',
    extra: { file },
  });
}

/** Its rights would not stay what they are. */
export function rightsChange(file: string, error: RightsError): Failure {
  return new Failure(
    'local',
    {
      code: 'configuration_unusable',
      title: 'The configuration cannot be changed and keep its owner and permissions',
      detail: `${file}: ${error.reason}.`,
      next: [{ step: 'print_entry' }],
      extra: { file },
    },
    { cause: error },
  );
}

/** The failure of a change, which also says that nothing was written. */
export function unchanged({ facts, kind, cause }: Failure): Failure {
  const detail = `${facts.detail ?? facts.title} Nothing was written.`;
  return new Failure(kind, { ...facts, detail }, { cause });
}

/** The file is not UTF-8. */
export function notText(file: string): Failure {
  return new Failure('local', {
    code: 'configuration_broken',
    title: 'The configuration is broken',
    detail: `${file} is not UTF-8 text.`,
    extra: { file },
  });
}

/** Another program wrote the file at every try. */
export function busyFile(file: string): Failure {
  return new Failure('conflict', {
    code: 'configuration_busy',
    title: 'The configuration keeps changing',
    detail: `${file} was written by another program while it was being changed. Nothing was written.`,
    advice: 'Close the assistant and try again.',
  });
}

/** There is an entry of that name that does not start the bridge. */
export function foreignEntry(name: string, file: string, isRemoval: boolean): Failure {
  return new Failure('conflict', {
    code: 'entry_exists',
    title: `The entry ${JSON.stringify(name)} was not created by fleet`,
    detail: `${file} has an entry of that name that starts something else.`,
    ...(isRemoval
      ? { advice: 'Remove it there by hand if it is not wanted.' }
      : { next: [{ step: 'replace_entry' }] }),
  });
}

/** The changed document would not mean the same as before except for the entry. */
export function unsafeChange(file: string, help: Pick<FailureFacts, 'advice' | 'next'>): Failure {
  return new Failure('conflict', {
    code: 'configuration_not_changed',
    title: 'The configuration cannot be changed safely',
    detail: `${file} is written in a way (a name given twice, perhaps) that only a person can change.`,
    ...help,
  });
}

/** The assistant does not seem to be installed. */
export function assistantMissing(title: string, file: string): Failure {
  return usageFailure(
    `${title} is not installed`,
    `Neither ${file} nor its folder exists. Nothing was written.`,
    { step: 'create_configuration' },
  );
}
