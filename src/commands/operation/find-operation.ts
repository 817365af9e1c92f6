import {
  type CatalogueInUse,
  catalogueForHelp,
  catalogueForRun,
  refetchedCatalogue,
} from '../../client/catalogue/read.ts';
import type { Tool } from '../../contract/tool.ts';
import type { Fields } from '../../flags/field.ts';
import { fieldsOf } from '../../flags/fields.ts';
import { type ProfileReader, profilesOnce } from '../../profile/resolve-target.ts';
import { endableLong } from '../../terminal/endable.ts';
import { interruptionSignal } from '../../terminal/interruption.ts';
import { catalogueCacheForHelp } from '../catalogue-cache.ts';
import type { Runtime } from '../runtime.ts';
import { flagValue, hasFlag } from '../scan-argv.ts';
import type { ServiceFlags, ServiceReader } from '../service-client.ts';

/** By what an operation is found and sent. */
interface Reach {
  /** Undefined where nothing is sent (help, `--dry-run`, `--schema`, `--example`). */
  readonly reader?: ServiceReader;
  /** As they were when it was found. */
  readonly profiles: ProfileReader;
}

/** An operation that is about to run or to be explained, and the catalogue it was found in. */
export interface FoundOperation extends Reach {
  readonly tool: Tool;
  readonly fields: Fields;
  readonly inUse: CatalogueInUse;
}

/** The name of an operation, as it stands on the command line, and the words after it. */
interface OperationWords {
  readonly name: string;
  readonly argv: readonly string[];
}

/**
 * Finds the operation that the command line names. A run takes the catalogue of the service; what sends nothing
 * takes the one at hand and asks the service only for a name that is not in it, and for a dry run where none is cached. Throws `Failure`.
 */
export async function findOperation(
  words: OperationWords,
  runtime: Runtime,
  wantsHelp: boolean,
): Promise<FoundOperation> {
  const service = serviceFlags(words.argv);
  const profiles = profilesOnce(runtime);
  // Loaded where something is sent: help is not.
  const openService = async (): Promise<ServiceReader> => {
    const { createServiceClient } = await import('../service-client.ts');
    return createServiceClient(runtime, service, interruptionSignal(), profiles);
  };
  if (wantsHelp || sendsNothing(words.argv)) {
    const cache = catalogueCacheForHelp(runtime, service, profiles);
    let inUse = await catalogueForHelp(cache, runtime.clock);
    const isAsked = cache !== undefined && inUse.origin !== 'file';
    const isUnchecked = hasFlag(words.argv, '--dry-run') && !inUse.checksLocally;
    if (isAsked && (isUnchecked || inUse.operations.find(words.name) === undefined)) {
      inUse = await refetchedCatalogue(await openService(), inUse);
    }
    return operationIn(words, inUse, { profiles });
  }
  const reader = await openService();
  const atHand = await catalogueForRun(reader);
  const tool = atHand.operations.find(words.name);
  const inUse = tool === undefined ? await refetchedCatalogue(reader, atHand) : atHand;
  return operationIn(words, inUse, { profiles, reader });
}

/** The operation in this catalogue. Throws `Failure` where it has none of the name. */
export async function operationIn(
  words: OperationWords,
  inUse: CatalogueInUse,
  reach: Reach,
): Promise<FoundOperation> {
  const tool = inUse.operations.find(words.name);
  if (tool === undefined) {
    const { unknownOperation } = await import('./unknown-operation.ts');
    throw unknownOperation(words.name, inUse);
  }
  return { tool, fields: await endableLong(() => fieldsOf(tool.input_schema)), inUse, ...reach };
}

function sendsNothing(argv: readonly string[]): boolean {
  return ['--dry-run', '--schema', '--example'].some((word) => hasFlag(argv, word));
}

/** The flags that say where to ask; needed before the operation's own flags are known. */
function serviceFlags(argv: readonly string[]): ServiceFlags {
  return {
    profile: flagValue(argv, 'profile'),
    'base-url': flagValue(argv, 'base-url'),
    timeout: flagValue(argv, 'timeout'),
    verbose: hasFlag(argv, '--verbose'),
    quiet: hasFlag(argv, '--quiet'),
  };
}
