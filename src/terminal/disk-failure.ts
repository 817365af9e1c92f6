import { LockFileError } from '../base/disk/lock-file-error.ts';
import { FolderError } from '../base/disk/private-folder.ts';
import { WriteError } from '../base/disk/write-error.ts';
import { errorCode } from '../base/errors.ts';
import { shellWord } from '../base/shells/shell-word.ts';
import { Failure } from '../contract/failure.ts';

/** The failure where a file or folder of this computer is the reason; undefined for any other error. */
export function diskFailure(error: unknown): Failure | undefined {
  if (error instanceof FolderError) return unusableFolder(error);
  if (error instanceof LockFileError) return unusableLock(error);
  if (error instanceof WriteError) return unwritten(error);
  if (!(error instanceof Error) || !('syscall' in error)) return undefined;
  return error.syscall === 'uv_cwd' ? folderGone() : unusableFile(error);
}

/** What Node says wherever a path begins at a folder that is not there any more. */
function folderGone(): Failure {
  return new Failure('local', {
    code: 'no_working_folder',
    title: 'The working folder is gone',
    detail: 'It was deleted, or made anew, since it was entered.',
    advice: 'Change to a folder that is there, and try again.',
  });
}

/** What else helps. */
const OR_ELSE: Readonly<Partial<Record<FolderError['code'], (path: string) => string>>> = {
  // It may be of the person before sudo, with their keys in it.
  folder_not_private: () => ', or move it away if it is yours',
  folder_others_write: (path) => `, or run: chmod go-w ${shellWord(path)}`,
};

/** Every private folder of ours can be put elsewhere. */
function unusableFolder(error: FolderError): Failure {
  const orElse = OR_ELSE[error.code]?.(error.path) ?? '';
  const variables = 'FLEET_CACHE_DIR, FLEET_CONFIG_DIR or FLEET_STATE_DIR';
  const facts = {
    code: error.code,
    title: 'A folder cannot be used',
    detail: error.message,
    advice: `Choose another with ${variables}${orElse}.`,
  };
  return new Failure('local', facts, { cause: error });
}

/** Why a file cannot be used, where it is no fault of ours, and what helps. */
const REASONS: Readonly<Record<string, readonly [why: string, advice: string]>> = {
  ENOSPC: ['the disk is full', 'Make room on it, and try again.'],
  EDQUOT: ['the quota of this user is used up', 'Remove something, and try again.'],
  EROFS: ['nothing can be written on that disk', 'Choose another place.'],
  EACCES: ['this user has no right to do that', 'Allow it, or choose another place.'],
  EPERM: ['this user has no right to do that', 'Allow it, or choose another place.'],
  EIO: ['the disk failed', 'Check the disk, or choose another place.'],
  ELOOP: ['its links go in a circle', 'Remove the link, or choose another place.'],
  EMFILE: ['too many files are open', 'Allow more (ulimit -n), and try again.'],
  ENFILE: ['too many files are open', 'End other programs, and try again.'],
  EBUSY: ['another program uses it', 'End that, and try again.'],
  ESTALE: ['its network drive has lost it', 'Connect the drive anew, and try again.'],
};

function unwritten(error: WriteError): Failure {
  const { code = '', isInPlace, message, path } = error;
  if (isInPlace) {
    const detail = `${path}: ${message}. What was written there is in its place, and may be gone after a crash of the computer.`;
    const facts = { code: 'not_synced', title: 'A folder could not be synced', detail };
    return new Failure('local', facts, { cause: error });
  }
  const [why, advice] = REASONS[code] ?? [message, undefined];
  const facts = {
    code: 'not_written',
    title: 'A file could not be written',
    detail: `${path}: ${why}${advice === undefined ? '' : ` (${code})`}. What was there before is as it was.`,
    ...(advice === undefined ? {} : { advice }),
  };
  return new Failure('local', facts, { cause: error });
}

/** An error of the file system that nobody has expected at its place. */
function unusableFile(error: Error & { readonly path?: unknown; readonly syscall: unknown }) {
  const { path, syscall } = error;
  const code = errorCode(error) ?? '';
  const reason = REASONS[code];
  // A program that cannot be started has a path too, and a socket none.
  if (reason === undefined || typeof path !== 'string' || /^spawn/.test(`${syscall}`)) return;
  const [why, advice] = reason;
  const facts = {
    code: 'file_unusable',
    title: 'A file or folder cannot be used',
    detail: `${path}: ${why} (${code}, ${syscall}).`,
    advice,
  };
  return new Failure('local', facts, { cause: error });
}

function unusableLock(error: LockFileError): Failure {
  const facts = {
    code: error.code,
    title: 'The file of a lock cannot be used',
    detail: error.message,
    advice: 'Nobody holds this lock. Remove it, and try again.',
  };
  return new Failure('local', facts, { cause: error });
}
