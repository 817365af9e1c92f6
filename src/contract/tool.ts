import type { OperationClass } from './operation-class.ts';
import type { Scope } from './scope.ts';

/** A JSON Schema as it travels: nothing about its members is promised. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * One operation of `GET /api/v1/tools`. Only `name` and `input_schema` are relied on by a client;
 * scope and class may hold values of a newer service.
 */
export interface Tool {
  readonly name: string;
  readonly input_schema: JsonSchema | boolean;
  readonly description?: string;
  readonly scope?: Scope | (string & {});
  readonly class?: OperationClass | (string & {});
  readonly allowed?: boolean;
}

export interface Catalogue {
  readonly catalogue_version?: number;
  readonly instructions?: string;
  readonly tools: readonly Tool[];
}

export const CATALOGUE_VERSION = 1;
