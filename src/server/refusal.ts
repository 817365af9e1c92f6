import { PROBLEMS, type ProblemCode } from '../contract/problem.ts';

interface RefusalOptions extends ErrorOptions {
  /** Only `unknown_command` has two: 400 for a type, 404 for an id. */
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

/**
 * The one way the service says no. Thrown anywhere below `execute()` and turned into
 * problem+json or a tool result at the edge (specification, "Errors").
 */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, detail: string, options: RefusalOptions = {}) {
    super(detail, options);
    this.name = 'Refusal';
    this.code = code;
    this.status = options.status ?? PROBLEMS[code].status;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
