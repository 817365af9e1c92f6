import { join } from 'node:path';
import { ensurePrivateFolder } from '../../base/disk/private-folder.ts';
import { readTextFile } from '../../base/disk/read-text-file.ts';
import { replaceFile } from '../../base/disk/replace-file.ts';
import { parseJson, stringifyJson } from '../../base/json/lossless.ts';
import { membersOf } from '../../base/json/object.ts';

/** Whose list of tools it is: the lists of two services or two keys are never mixed. */
interface ToolCacheKey {
  readonly folder: string;
  readonly baseUrl: string;
  readonly keyFingerprint: string;
}

/** The list that was written last; undefined where there is none that can be used. */
export async function readCachedTools(key: ToolCacheKey): Promise<readonly unknown[] | undefined> {
  try {
    const kept = membersOf(parseJson(readTextFile(pathOf(key), 'regular')));
    const { base_url: baseUrl, tools } = kept;
    return baseUrl === key.baseUrl && Array.isArray(tools) ? tools : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a list for later starts; errors are ignored. */
export async function writeCachedTools(
  key: ToolCacheKey,
  tools: readonly unknown[],
): Promise<void> {
  try {
    await ensurePrivateFolder(join(key.folder, 'mcp'));
    const text = stringifyJson({ base_url: key.baseUrl, tools });
    await replaceFile(pathOf(key), text, { mode: 0o600 });
  } catch {
    // A cache that cannot be written is a miss at the next start, and no reason to fail now.
  }
}

function pathOf({ baseUrl, folder, keyFingerprint }: ToolCacheKey): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const name = createHash('sha256').update(`${baseUrl}\n${keyFingerprint}`).digest('hex');
  return join(folder, 'mcp', `${name}.json`);
}
