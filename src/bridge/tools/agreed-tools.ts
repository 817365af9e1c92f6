import { promises } from 'node:fs';
import { join } from 'node:path';
import { waitForLock } from '../../base/disk/file-lock.ts';
import { lockBeside } from '../../base/disk/lock-beside.ts';
import { openRegular } from '../../base/disk/open-regular.ts';
import { ensurePrivateFolder } from '../../base/disk/private-folder.ts';
import { replaceFile } from '../../base/disk/replace-file.ts';
import { isMissing } from '../../base/errors.ts';
import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import type { Clock } from '../../base/time/clock.ts';
import {
  changeSince,
  isWhole,
  lostChange,
  type ToolChange,
  type ToolDescription,
} from './tool-description.ts';

/** Whose agreement it is: that of a profile, with one service. */
interface AgreementOf {
  readonly profile: string;
  readonly baseUrl: string;
}

/** The tools as a profile first saw them, or as its person agreed to them since. */
export interface AgreedTools {
  /**
   * How a tool has changed; what was never seen counts as agreed to, as in `firstSeen`, but not where
   * what was agreed to is lost.
   */
  change(
    name: string,
    firstSeen: ReadonlyMap<string, ToolDescription>,
  ): Promise<ToolChange | undefined>;
  /** The person agreed to the tool as it is described now. */
  agree(name: string, change: ToolChange): Promise<void>;
}

interface AgreedToolsOptions {
  readonly folder: string;
  readonly clock: Clock;
  /** Rejects where the service is not known yet. */
  readonly of: () => Promise<AgreementOf>;
  /** The tool as it is described now. */
  readonly known: (name: string) => unknown;
  readonly log: (event: string, facts?: JsonObject) => void;
}

type Descriptions = Map<string, ToolDescription>;

/** What is kept of a profile and service. */
interface Agreed {
  readonly tools: Descriptions;
  /** Whether others were agreed to, which are lost: what is not here is asked about. */
  readonly isPartial: boolean;
}

/** Those beyond count as first seen by each process anew, so that no service fills the disk. */
const KEPT_MAX = 20_000;

/** Another bridge writes one small file under the lock. */
const LOCK_WAIT = { tries: 40, pauseMs: 25 };

/**
 * Keeps them in the state folder, private and replaced as a whole, one file for each profile and
 * service. Where the folder cannot be used they are kept for this process.
 */
export function createAgreedTools(options: AgreedToolsOptions): AgreedTools {
  const { clock, folder, known, log, of } = options;
  const kept = new Map<string, Agreed>();
  // So that under the lock only another bridge is waited for.
  const inTurn = createQueue();

  const pathNow = async (): Promise<string> => join(folder, 'mcp', fileOf(await of()));

  /** What is known of this process, below what another bridge has written since. */
  async function renewed(path: string): Promise<Agreed> {
    const before = kept.get(path);
    const read = await readAgreed(path);
    if (read.isPartial && before === undefined) log('agreed tools lost', { file: path });
    const merged = {
      tools: new Map([...(before?.tools ?? []), ...read.tools]),
      isPartial: read.isPartial && before?.isPartial !== false,
    };
    kept.set(path, merged);
    return merged;
  }

  async function write(path: string, { isPartial, tools }: Agreed): Promise<void> {
    try {
      const text = JSON.stringify({ tools: Object.fromEntries(tools), partial: isPartial });
      await replaceFile(path, text, { mode: 0o600 });
    } catch (error) {
      log('agreed tools not kept', { error: String(error) });
    }
  }

  /** Of two bridges that write at once, each adds to what the other one wrote. */
  async function changed(path: string, change: (agreed: Agreed) => void): Promise<Agreed> {
    const takeLock = () => waitForLock(() => lockBeside(path), { clock, ...LOCK_WAIT });
    const made = ensurePrivateFolder(join(folder, 'mcp'));
    // Where nothing can be written there is no lock either, and it is kept for this process.
    const lock = await made.then(takeLock).catch(() => undefined);
    try {
      const now = await renewed(path);
      change(now);
      await write(path, now);
      return now;
    } finally {
      lock?.release();
    }
  }

  return {
    async change(name, firstSeen) {
      const path = await pathNow();
      const before = kept.get(path)?.tools.get(name);
      const isSame = before && isWhole(before) && !changeSince(before, known(name));
      if (isSame) return undefined;
      const now = await inTurn(async () => {
        const read = await renewed(path);
        const isNew = addFirstSeen(read, firstSeen);
        return isNew ? changed(path, (all) => void addFirstSeen(all, firstSeen)) : read;
      });
      const agreed = now.tools.get(name) ?? firstSeen.get(name);
      if (agreed === undefined) return undefined;
      const isLost = now.isPartial && !now.tools.has(name);
      return isLost ? lostChange(path, known(name)) : changeSince(agreed, known(name));
    },
    async agree(name, { now }) {
      const path = await pathNow();
      await inTurn(() => changed(path, ({ tools }) => tools.set(name, now)));
    },
  };
}

function fileOf({ baseUrl, profile }: AgreementOf): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const name = createHash('sha256').update(`${profile}\n${baseUrl}`).digest('hex');
  return `agreed-${name}.json`;
}

/** Runs what it is given one after the other. */
function createQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** Adds what is not described yet, also a title to what is kept without one. Gives whether there was some. */
function addFirstSeen(
  { isPartial, tools }: Agreed,
  firstSeen: ReadonlyMap<string, ToolDescription>,
): boolean {
  let isChanged = false;
  for (const [name, seen] of firstSeen) {
    const described = tools.get(name);
    const isFull = isPartial || tools.size >= KEPT_MAX;
    if (described === undefined ? isFull : isWhole(described)) continue;
    tools.set(name, { ...seen, ...described });
    isChanged = true;
  }
  return isChanged;
}

/** What was written last: nothing where there is no file, and partial where there is one that cannot be used. */
async function readAgreed(path: string): Promise<Agreed> {
  try {
    const text = await readRegular(path);
    if (text === undefined) return { tools: new Map(), isPartial: false };
    const { partial, tools } = membersOf(JSON.parse(text));
    const entries = Object.entries(membersOf(tools));
    const described = entries.filter(isDescribed);
    const isAll = isObject(tools) && described.length === entries.length && partial !== true;
    return { tools: new Map(described), isPartial: !isAll };
  } catch {
    return { tools: new Map(), isPartial: true };
  }
}

/** Undefined where nothing is there; rejects for what is no file. */
async function readRegular(path: string): Promise<string | undefined> {
  // Looked for first: another bridge may write the first one meanwhile.
  const found = await promises.lstat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (found === undefined) return undefined;
  const file = await openRegular(path);
  if (file === undefined) throw new Error('It is no regular file');
  return await file.readFile('utf8').finally(() => file.close());
}

function isDescribed(entry: [string, unknown]): entry is [string, ToolDescription] {
  const [, value] = entry;
  if (!isObject(value)) return false;
  const { class: operationClass, description, inputs, outputs = '', title = '' } = value;
  const texts = [operationClass, description, inputs, outputs, title];
  return texts.every((each) => typeof each === 'string');
}
