import type { Catalogue } from '../../contract/tool.ts';
import snapshot from './snapshot.json' with { type: 'json' };

/** The catalogue that ships with the program: for help and completion before the first login. */
export const SNAPSHOT: Catalogue = snapshot;
