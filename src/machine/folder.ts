import { join } from 'node:path';
import { makeFolder } from '../base/disk/make-folder.ts';
import { ensurePrivateFolder } from '../base/disk/private-folder.ts';
import { removeTemporary } from '../base/disk/replace-file.ts';

/** Paths of the files and folders of a machine. */
export interface MachineFolder {
  readonly root: string;
  readonly config: string;
  readonly skills: string;
  /** The machine's own state. */
  readonly state: string;
  readonly jobs: string;
  /** Journals of the commands that act, one file a command. */
  readonly commands: string;
  readonly secrets: string;
  /** The webhooks that were received, two files each. */
  readonly deliveries: string;
  /** By what deliveries are recognised that are not kept any more. */
  readonly knownDeliveries: string;
  /** The machine's own sealing key. */
  readonly sealingKey: string;
  /** When each schedule last ran. */
  readonly schedules: string;
  readonly log: string;
}

/** The paths in the machine's folder `root`. */
export function machineFolder(root: string): MachineFolder {
  const state = join(root, 'state');
  return {
    root,
    config: join(root, 'fleet.yaml'),
    skills: join(root, 'skills'),
    state,
    jobs: join(root, 'jobs'),
    commands: join(state, 'commands'),
    secrets: join(state, 'secrets.json'),
    deliveries: join(state, 'deliveries'),
    knownDeliveries: join(state, 'known-deliveries'),
    sealingKey: join(state, 'sealing-key'),
    schedules: join(state, 'schedules.json'),
    log: join(state, 'machine.log'),
  };
}

/**
 * Makes the folders that are missing, readable by this user only, and closes those of the machine's
 * own state to others where they are there already. Rejects with the error of the file system or
 * `FolderError`.
 */
export async function makeFolders(folder: MachineFolder): Promise<void> {
  await makeFolder(folder.root);
  await makeFolder(folder.skills);
  for (const path of [folder.state, folder.jobs, folder.commands, folder.deliveries]) {
    await ensurePrivateFolder(path);
  }
}

/** Removes the unfinished files of a process that was killed while it wrote them. */
export async function clearLeftovers(folder: MachineFolder): Promise<void> {
  for (const path of [folder.root, folder.state, folder.commands, folder.deliveries]) {
    await removeTemporary(path);
  }
}
