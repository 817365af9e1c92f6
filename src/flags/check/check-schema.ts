import { plainBudget, surelyFits } from './surely-fits.ts';

/** One place where a value does not fit its schema. */
export interface SchemaProblem {
  /** Member names and list indexes from the top. */
  readonly path: readonly (string | number)[];
  /** The value there; undefined where a required member is missing. */
  readonly value: unknown;
  readonly kind: 'missing' | 'unknown' | 'wrong';
  /** What is allowed there, in words. */
  readonly allowed: string;
  /** Names that are allowed, for an unknown one. */
  readonly names?: readonly string[];
}

/** Checks a JSON value against a JSON Schema: what does not fit, or nothing. */
export type SchemaCheck = (value: unknown, schema: unknown) => Promise<readonly SchemaProblem[]>;

/**
 * A check whose uses share their budgets of work: a schema comes from a server, and what cannot be
 * decided within the budget is left to it, as are patterns without a linear-time match. The library
 * is loaded when a value does not surely fit.
 */
export function createSchemaCheck(): SchemaCheck {
  const budget = plainBudget();
  let library: SchemaCheck | undefined;
  return async (value, schema) => {
    if (surelyFits(value, schema, budget)) return [];
    library ??= (await import('./library-check.ts')).createLibraryCheck();
    return library(value, schema);
  };
}
