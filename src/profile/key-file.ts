import { join } from 'node:path';
import { errorCode } from '../base/errors.ts';
import { membersOf } from '../base/json/object.ts';
import { withoutLineEnd } from '../base/text/line-end.ts';
import { Failure } from '../contract/failure.ts';
import { isSendable } from './key-source.ts';
import type { ProfileRuntime } from './profile-runtime.ts';
import type { NamedProfile } from './profiles.ts';

/** A key as its file has it. */
export interface KeptKey {
  readonly key: string;
  /** For which it was stored; undefined in files of the first version, which had the key alone. */
  readonly origin?: string | undefined;
}

/** Of the form of a key's file. */
export const KEY_FILE_VERSION = 1;

/** The file of a key that lies in no keychain. */
export function keyPath({ folders }: Pick<ProfileRuntime, 'folders'>, name: string): string {
  return join(folders.config, 'keys', name);
}

/** The profile that a key in a file belongs to. */
export type Owner = Pick<NamedProfile, 'name' | 'origin' | 'key_fingerprint'>;

/**
 * What a profile's key file holds for it; undefined where there is none. Throws `Failure` no_key where it
 * cannot be read.
 */
export function readKeyFile(runtime: ProfileRuntime, owner: Owner): KeptKey | undefined {
  const { name } = owner;
  const path = keyPath(runtime, name);
  let text: string;
  try {
    text = runtime.readTextFile(path, 'regular');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw unreadable(name, path);
  }
  const kept = text.startsWith('{') ? ownKey(text, owner) : { key: withoutLineEnd(text) };
  // Something else may have written there.
  if (kept === undefined || !isSendable(kept.key)) throw unreadable(name, path);
  return kept;
}

/** Whether a text can be what a login wrote, of this version or the first: else it is somebody else's. */
export function looksKept(text: string): boolean {
  return text.startsWith('{')
    ? membersIn(text)['version'] === KEY_FILE_VERSION
    : isSendable(withoutLineEnd(text));
}

function ownKey(text: string, owner: Owner): KeptKey | undefined {
  const { before, fingerprint, key, origin, version } = membersIn(text);
  if (version !== KEY_FILE_VERSION || typeof key !== 'string' || typeof origin !== 'string') {
    return undefined;
  }
  const isOwn = fingerprint === owner.key_fingerprint && origin === owner.origin;
  return (isOwn ? undefined : keptKeyIn(before)) ?? { key, origin };
}

function keptKeyIn(value: unknown): KeptKey | undefined {
  const { key, origin } = membersOf(value);
  if (typeof key !== 'string') return undefined;
  return { key, origin: typeof origin === 'string' ? origin : undefined };
}

function membersIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return membersOf(JSON.parse(text));
  } catch {
    return {};
  }
}

function unreadable(name: string, path: string): Failure {
  return new Failure('no_key', {
    code: 'key_file_unreadable',
    title: 'The stored key cannot be read',
    detail: `The key of the profile ${name} is in ${path}.`,
    next: [{ step: 'log_in_again', profile: name }],
  });
}
