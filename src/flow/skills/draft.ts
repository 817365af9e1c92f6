import { createHash } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileLock, lockFile } from '../../base/disk/file-lock.ts';
import { ensurePrivateFolder } from '../../base/disk/private-folder.ts';
import { readRegularFile } from '../../base/disk/read-text-file.ts';
import { removeTemporary, replaceFile } from '../../base/disk/replace-file.ts';
import { isMissing, messageOf } from '../../base/errors.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';
import { Failure } from '../../contract/failure.ts';
import { withNote, withoutNote } from './draft-text.ts';

/** Which skill is written on. */
interface DraftOf {
  readonly baseUrl: string;
  readonly machine: string;
  readonly skill: string;
}

/** What lies there from an earlier run that did not end with the text saved. */
export interface KeptDraft {
  readonly text: string;
  /** What the machine had when it was begun. */
  readonly base: string;
  readonly changedAtMs: number;
}

const PRIVATE = { mode: 0o600 } as const;

/**
 * The text that a person writes on, in the state folder: the editor opens this very file, so that
 * whatever it has saved survives an end of the program, the terminal and the computer.
 */
export class SkillDraft {
  /** The file that the editor opens. */
  readonly path: string;
  readonly #basePath: string;
  readonly #lock: FileLock;

  private constructor(folder: string, lock: FileLock) {
    this.path = join(folder, 'SKILL.md');
    this.#basePath = join(folder, 'base.md');
    this.#lock = lock;
  }

  /** Opens and locks it. Throws `Failure` conflict while another run has it. */
  static async open(stateFolder: string, of: DraftOf): Promise<SkillDraft> {
    const { baseUrl, machine, skill } = of;
    const drafts = join(stateFolder, 'drafts');
    const hash = createHash('sha256')
      .update(JSON.stringify([baseUrl, machine]))
      .digest('hex');
    const folder = join(drafts, `${skill}.${hash.slice(0, 16)}`);
    await ensurePrivateFolder(drafts);
    await ensurePrivateFolder(folder);
    const lock = await lockFile(join(folder, 'lock'));
    if (lock !== undefined) {
      await removeTemporary(folder);
      return new SkillDraft(folder, lock);
    }
    throw new Failure('conflict', {
      code: 'being_edited',
      title: `${skill} is being edited`,
      detail: 'Another fleet skill edit of this user has it open.',
    });
  }

  /** What an earlier run left. */
  async kept(): Promise<KeptDraft | undefined> {
    try {
      const [text, base] = [await this.text(), textAt(this.#basePath)];
      const { mtimeMs } = await stat(this.path);
      return text === base ? undefined : { text, base, changedAtMs: mtimeMs };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /**
   * Puts a text there, begun from `base`, with a note for the person above it. The base comes last: an
   * earlier text beside a newer base would be saved over the changes that are in that.
   */
  async write(text: string, base: string, note: readonly string[]): Promise<void> {
    await replaceFile(this.path, withNote(text, note), PRIVATE);
    await replaceFile(this.#basePath, base, PRIVATE);
  }

  /** What stands there now, without the note. */
  async text(): Promise<string> {
    return withoutNote(textAt(this.path));
  }

  /**
   * Removes the text, since it is `saved` or nobody wants it. Its base stays: an editor may still be open
   * with it, and what that saves is kept as well.
   */
  async remove(saved?: string): Promise<void> {
    if (saved !== undefined) await replaceFile(this.#basePath, saved, PRIVATE);
    await rm(this.path, { force: true });
  }

  /** Lets another run have it. */
  release(): void {
    this.#lock.release();
  }
}

/**
 * Throws `Failure` local for what is no regular file and no UTF-8, and the error of the file system where nothing
 * is there.
 */
function textAt(path: string): string {
  try {
    const text = decodeUtf8(readRegularFile(path), { keepByteOrderMark: true });
    if (text === undefined) throw new Error(`${path} is not UTF-8 text`);
    return text;
  } catch (cause) {
    if (isMissing(cause)) throw cause;
    const facts = { code: 'local', title: 'The draft cannot be read', detail: messageOf(cause) };
    throw new Failure('local', facts, { cause });
  }
}
