import { lstat, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openRegular } from '../../base/disk/open-regular.ts';
import { replaceFile } from '../../base/disk/replace-file.ts';
import { isMissing } from '../../base/errors.ts';
import { parseJson, stringifyJson } from '../../base/json/lossless.ts';
import { ARTIFACTS, type ArtifactName, type JobReport } from '../../contract/record/job.ts';
import { MachineError } from '../machine-error.ts';
import { type Scrub, scrubValue } from '../secrets/scrub.ts';

/** Files that a job may have: its artifacts and those that are not fetched. */
type JobFileName = ArtifactName | 'job.json' | 'script' | 'answer' | 'commands' | 'SKILL.md';

/** The files of one job, `jobs/<machine job id>/`. */
export class JobFiles {
  readonly folder: string;

  constructor(jobsFolder: string, machineJobId: string) {
    this.folder = join(jobsFolder, machineJobId);
  }

  path(name: JobFileName): string {
    return join(this.folder, name);
  }

  async create(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
  }

  /** Removes all of them, `job.json` first: a folder without it is no job but the rest of one. */
  async remove(): Promise<void> {
    await rm(this.path('job.json'), { force: true });
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Removes one file, or what was put in its place; nothing where there is none. */
  async discard(name: JobFileName): Promise<void> {
    await rm(this.path(name), { recursive: true, force: true });
  }

  /** Removes what the machine and a program told each other in a run: the job's record has it, scrubbed. */
  async discardMessages(): Promise<void> {
    for (const name of ['commands', 'answer'] as const) await this.discard(name);
  }

  /** Writes one file whole. */
  async write(name: JobFileName, content: Uint8Array | string): Promise<void> {
    await replaceFile(this.path(name), content, { mode: 0o600 });
  }

  /** The text of a file of the job; undefined where there is none. */
  async read(name: JobFileName): Promise<string | undefined> {
    return (await this.readBytes(name))?.toString('utf8');
  }

  /** The bytes of a file of the job; undefined where there is none. */
  async readBytes(name: JobFileName): Promise<Buffer | undefined> {
    const file = await openRegular(this.path(name));
    try {
      return await file?.readFile();
    } finally {
      await file?.close();
    }
  }

  /** Appends text, already scrubbed, to a file. */
  async append(name: ArtifactName, content: string): Promise<void> {
    const file = await open(this.path(name), 'a', 0o600);
    try {
      await file.appendFile(content);
    } finally {
      await file.close();
    }
  }

  /** The first or last bytes of a file. Throws `MachineError` `unknown_artifact` where there is no such file. */
  async slice(name: ArtifactName, from: 'start' | 'end', bytesMax: number): Promise<FileSlice> {
    const file = await openRegular(this.path(name));
    if (file === undefined) throw new MachineError('unknown_artifact', `the job has no ${name}`);
    try {
      const { size } = await file.stat();
      const length = Math.min(size, bytesMax);
      const position = from === 'start' ? 0 : size - length;
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return { content: buffer.subarray(0, bytesRead), bytes: size };
    } finally {
      await file.close();
    }
  }

  /** Scrubs a file where it contains secrets; JSON stays valid JSON, with its numbers. */
  async scrub(name: ArtifactName, scrub: Scrub): Promise<void> {
    const text = await this.read(name);
    if (text === undefined || scrub(text) === text) return;
    await this.write(name, scrubbedText(text, scrub));
  }

  /** Which files there are, and how large. */
  async artifacts(): Promise<JobReport['artifacts']> {
    const sizes = await Promise.all(ARTIFACTS.map((name) => this.#size(name)));
    return ARTIFACTS.flatMap((name, index) => {
      const bytes = sizes[index];
      return bytes === undefined ? [] : [{ name, bytes }];
    });
  }

  async #size(name: ArtifactName): Promise<number | undefined> {
    try {
      const found = await lstat(this.path(name));
      return found.isFile() ? found.size : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}

function scrubbedText(text: string, scrub: Scrub): string {
  try {
    return stringifyJson(scrubValue(parseJson(text), scrub));
  } catch {
    return scrub(text);
  }
}

interface FileSlice {
  readonly content: Buffer;
  /** Size of the whole file. */
  readonly bytes: number;
}
