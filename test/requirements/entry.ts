/**
 * One promise. `source` names the section: of the specification, or of a design page
 * (`interface: …`, `wire: …`). Further members are expected values, as literals of our own reading.
 */
export interface Requirement {
  readonly source: string;
  readonly text: string;
}

/** A part of the requirements by id. */
export type Section = Readonly<Record<string, Requirement & Readonly<Record<string, unknown>>>>;

/** Scopes as the specification writes them. */
export type ScopeName = 'fleet:read' | 'fleet:run' | 'fleet:admin';

/** One input member of an operation or a route. */
export interface Member {
  readonly type:
    | 'string'
    | 'integer'
    | 'boolean'
    | 'object'
    | 'any'
    | 'list of strings'
    | 'map of strings';
  readonly required?: true;
  /** Least and greatest length, value or count, by type. */
  readonly min?: number;
  readonly max?: number;
  /** Least and greatest length of a list's items. */
  readonly itemMin?: number;
  readonly itemMax?: number;
  readonly values?: readonly string[];
  readonly default?: string | number;
  readonly pattern?: string;
  /** Text that must be an ISO 8601 time or date. */
  readonly moment?: true;
  /** Text that must be an email address. */
  readonly email?: true;
  /** The specification leaves this member open and `wire-decisions.md` chose it. */
  readonly ours?: true;
}

export type Members = Readonly<Record<string, Member>>;
