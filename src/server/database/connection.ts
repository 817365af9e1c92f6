import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** A connection or an open transaction; what every repository function takes first. */
export type Connection = Kysely<Tables>;
