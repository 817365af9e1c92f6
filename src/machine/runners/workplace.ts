import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, lstat, mkdir, mkdtemp, opendir, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorCode } from '../../base/errors.ts';
import { MachineError } from '../machine-error.ts';
import { LINKED_FOLDER } from '../skills/skill-folder.ts';
import { giveFolder } from './give-folder.ts';
import type { RunUser } from './run-user.ts';
import type { RunContext } from './runner.ts';
import { takeResult } from './take-result.ts';

/** Where a script runs, and where it finds its files. */
export interface Workplace {
  readonly cwd: string;
  readonly script: string;
  readonly payload: string;
  readonly event: string;
  readonly result: string;
  /** Where a program says what becomes of its job. */
  readonly commands: string;
  /** The answer of a person, on the way on from a question. */
  readonly answer: string;
  /** Variables that point to the folders of the user whom the script runs as. */
  readonly environment: Readonly<Record<string, string>>;
  /** Takes the result over and removes what was made for the run; when nothing of it runs any more. */
  close(): Promise<void>;
}

/** The place of a script of the machine's own user: the folders of its skill and of its job. */
export function ownWorkplace(run: RunContext): Workplace {
  const { files, skillFolder } = run;
  return {
    cwd: skillFolder ?? files.folder,
    script: files.path('script'),
    payload: files.path('payload'),
    event: files.path('event'),
    result: files.path('result'),
    commands: files.path('commands'),
    answer: files.path('answer'),
    environment: {},
    async close() {
      await takeResult(run, files.path('result'));
      await files.discardMessages();
    },
  };
}

/** Every user reaches it, which they do not the folder of the machine. */
export const SHARED = '/tmp';

/** Where a job runs, the same for each part of it: some agents keep their sessions by the folder they run in. */
export function placeOf(machineJobId: string): string {
  return join(SHARED, `fleet-job-${machineJobId}`);
}

/**
 * A place for a script that runs as another user: copies of its files and its skill in a folder of
 * that user, since everything of the machine's is closed to them. The folder around it is the
 * machine's, so that nobody can put something else in its place.
 */
export async function makeWorkplace(run: RunContext, user: RunUser): Promise<Workplace> {
  const { files, report } = run;
  const outer = await makeOuter(placeOf(report.machine_job_id));
  const folder = join(outer, 'work');
  try {
    await fillFolder(folder, run);
    // Still closed to everybody else, so that nothing in it is swapped while it is given away.
    await giveFolder(folder, user);
    await chmod(outer, 0o711);
  } catch (error) {
    await rm(outer, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
  return {
    cwd: join(folder, 'skill'),
    script: join(folder, 'script'),
    payload: join(folder, 'payload'),
    event: join(folder, 'event'),
    result: join(folder, 'result'),
    commands: join(folder, 'commands'),
    answer: join(folder, 'answer'),
    environment: { HOME: folder, USER: user.name, TMPDIR: folder },
    async close() {
      await takeResult(run, join(folder, 'result'), user.uid);
      // What a process of that user keeps in it is in their hands, and takes nothing from the run.
      await removeAs(user, folder, outer).catch(() => undefined);
      await files.discardMessages();
    },
  };
}

/**
 * While a job waits for a person, its folder is gone, and whoever saw its name may take that: then it gets
 * another.
 */
async function makeOuter(path: string): Promise<string> {
  try {
    await mkdir(path, { mode: 0o700 });
    return path;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return await mkdtemp(`${path}-`);
  }
}

/** Makes the folder, with copies of the skill and of the files of the job. */
async function fillFolder(folder: string, { files, skillFolder }: RunContext): Promise<void> {
  const skill = join(folder, 'skill');
  await mkdir(folder, { mode: 0o700 });
  if (skillFolder === undefined) await mkdir(skill);
  else await copySkill(skillFolder, skill);
  for (const name of ['script', 'payload', 'event', 'answer', 'commands'] as const) {
    const content = await files.readBytes(name);
    if (content !== undefined) await writeFile(join(folder, name), content, { mode: 0o600 });
  }
}

/** So many files, links and folders, and so many bytes, of a skill are copied below /tmp. */
const ENTRIES_MAX = 50_000;
const COPIED_BYTES_MAX = 1024 ** 3;

async function refuseLarge(skillFolder: string): Promise<void> {
  let entries = 0;
  let bytes = 0;
  for await (const entry of await opendir(skillFolder, { recursive: true })) {
    entries += 1;
    if (entry.isFile()) bytes += (await lstat(join(entry.parentPath, entry.name))).size;
    if (entries <= ENTRIES_MAX && bytes <= COPIED_BYTES_MAX) continue;
    throw new MachineError(
      'invalid_skill',
      `skill ${basename(skillFolder)}: its folder has more than 50,000 files or 1 GiB, ` +
        'and run_as needs a copy of it; keep what is large elsewhere',
    );
  }
}

/** Links in it stay links. In the place of a link the job would run, and write, where that leads to. */
async function copySkill(from: string, to: string): Promise<void> {
  await refuseLarge(from);
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
  if ((await lstat(to)).isDirectory()) return;
  throw new MachineError('invalid_skill', `${basename(from)}: ${LINKED_FOLDER}`);
}

/**
 * Removes a folder with the rights of a user: a process of theirs that is left over may change the
 * folder at the same time, and could lead whoever has more rights to other files.
 */
export async function removeAs(
  { uid, gid }: Pick<RunUser, 'gid' | 'uid'>,
  folder: string,
  outer: string,
): Promise<void> {
  // It fails at the folder itself, which stands in one that is not theirs, and is empty then.
  const child = spawn('rm', ['-rf', '--', folder], { uid, gid, stdio: 'ignore' });
  await once(child, 'exit');
  await rmdir(folder);
  await rmdir(outer);
}
