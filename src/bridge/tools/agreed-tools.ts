import { join } from 'node:path';
import { openRegular } from '../../base/disk/open-regular.ts';
import { ensurePrivateFolder } from '../../base/disk/private-folder.ts';
import { replaceFile } from '../../base/disk/replace-file.ts';
import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import { changeSince, type ToolChange, type ToolDescription } from './tool-description.ts';

/** Whose agreement it is: that of a profile, with one service. */
interface AgreementOf {
  readonly profile: string;
  readonly baseUrl: string;
}

/** The tools as a profile first saw them, or as its person agreed to them since. */
export interface AgreedTools {
  /** How a tool has changed; what was never seen counts as agreed to, as in `firstSeen`. */
  change(
    name: string,
    firstSeen: ReadonlyMap<string, ToolDescription>,
  ): Promise<ToolChange | undefined>;
  /** The person agreed to the tool as it is described now. */
  agree(name: string, change: ToolChange): Promise<void>;
}

interface AgreedToolsOptions {
  readonly folder: string;
  /** Rejects where the service is not known yet. */
  readonly of: () => Promise<AgreementOf>;
  /** The tool as it is described now. */
  readonly known: (name: string) => unknown;
  readonly log: (event: string, facts?: JsonObject) => void;
}

type Descriptions = Map<string, ToolDescription>;

/** Those beyond count as first seen by each process anew, so that no service fills the disk. */
const KEPT_MAX = 20_000;

/**
 * Keeps them in the state folder, private and replaced as a whole, one file for each profile and
 * service. Where the folder cannot be used they are kept for this process.
 */
export function createAgreedTools({ folder, known, log, of }: AgreedToolsOptions): AgreedTools {
  const kept = new Map<string, Descriptions>();

  async function pathNow(): Promise<string> {
    const { baseUrl, profile } = await of();
    const { createHash } = process.getBuiltinModule('node:crypto');
    const name = createHash('sha256').update(`${profile}\n${baseUrl}`).digest('hex');
    return join(folder, 'mcp', `agreed-${name}.json`);
  }

  /** What is known of this process, below what another bridge has written since. */
  async function renewed(path: string): Promise<Descriptions> {
    const merged = new Map([...(kept.get(path) ?? []), ...(await readDescriptions(path))]);
    kept.set(path, merged);
    return merged;
  }

  async function write(path: string, descriptions: Descriptions): Promise<void> {
    try {
      await ensurePrivateFolder(join(folder, 'mcp'));
      const tools = Object.fromEntries(descriptions);
      await replaceFile(path, JSON.stringify({ tools }), { mode: 0o600 });
    } catch (error) {
      log('agreed tools not kept', { error: String(error) });
    }
  }

  return {
    async change(name, firstSeen) {
      const path = await pathNow();
      const before = kept.get(path)?.get(name);
      const isKnown = before?.title !== undefined && changeSince(before, known(name)) === undefined;
      if (isKnown) return undefined;
      const descriptions = await renewed(path);
      if (addFirstSeen(descriptions, firstSeen)) await write(path, descriptions);
      const agreed = descriptions.get(name) ?? firstSeen.get(name);
      return agreed === undefined ? undefined : changeSince(agreed, known(name));
    },
    async agree(name, { now }) {
      const path = await pathNow();
      const descriptions = (await renewed(path)).set(name, now);
      await write(path, descriptions);
    },
  };
}

/** Adds what is not described yet, also a title to what is kept without one. Gives whether there was some. */
function addFirstSeen(
  descriptions: Descriptions,
  firstSeen: ReadonlyMap<string, ToolDescription>,
): boolean {
  let isChanged = false;
  for (const [name, seen] of firstSeen) {
    const described = descriptions.get(name);
    const isWhole = described?.title !== undefined;
    if (isWhole || (described === undefined && descriptions.size >= KEPT_MAX)) continue;
    descriptions.set(name, { ...seen, ...described });
    isChanged = true;
  }
  return isChanged;
}

/** Those that were written last; none where there is no file that can be used. */
async function readDescriptions(path: string): Promise<Descriptions> {
  try {
    const file = await openRegular(path);
    if (file === undefined) return new Map();
    const text = await file.readFile('utf8').finally(() => file.close());
    const { tools } = membersOf(JSON.parse(text));
    return new Map(Object.entries(membersOf(tools)).filter(isDescribed));
  } catch {
    return new Map();
  }
}

function isDescribed(entry: [string, unknown]): entry is [string, ToolDescription] {
  const [, value] = entry;
  if (!isObject(value)) return false;
  const { class: operationClass, description, inputs, title = '' } = value;
  return [operationClass, description, inputs, title].every((each) => typeof each === 'string');
}
