import { refetchedCatalogue } from '../../client/catalogue/read.ts';
import { type FoundOperation, operationIn } from './find-operation.ts';

/**
 * The same operation by a catalogue fetched now, for a flag or value that the older one refuses;
 * undefined where there is no newer one. Throws `Failure` where the operation is gone.
 */
export async function findNewerOperation(
  before: FoundOperation,
): Promise<FoundOperation | undefined> {
  const { inUse, profiles, reader, tool } = before;
  if (reader === undefined || inUse.origin === 'fetched' || inUse.origin === 'file')
    return undefined;
  const newer = await refetchedCatalogue(reader, inUse);
  return newer.origin === 'fetched'
    ? operationIn({ name: tool.name, argv: [] }, newer, { profiles, reader })
    : undefined;
}
