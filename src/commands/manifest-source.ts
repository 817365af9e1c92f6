import { COMMANDS } from './registry.ts';

const loaded = Object.entries(COMMANDS).map(async ([id, load]) => [id, (await load()).default]);

/** Every command of our own, loaded: what `oclif manifest` reads to write oclif.manifest.json. */
export default Object.fromEntries(await Promise.all(loaded));
