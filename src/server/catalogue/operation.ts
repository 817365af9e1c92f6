import type { z } from 'zod';
import type { OperationClass } from '../../contract/operation-class.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import type { Scope } from '../../contract/scope.ts';
import type { Caller } from '../access/caller.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { Service } from '../service.ts';

/** How an operation is reached as a resource route; the input's other members come from the body or query. */
export interface RestRoute {
  readonly method: 'GET' | 'POST';
  /** Path below `/api/v1` with `{member}` for each member taken from it. */
  readonly path: string;
  /** Its `operationId` in OpenAPI, where it is the route of no operation of the catalogue. */
  readonly operationId?: string;
  /** Query parameter → input member, where the two differ (`wait` → `wait_seconds`). */
  readonly query?: Readonly<Record<string, string>>;
  /** The route's own input, where it takes more than the operation. */
  readonly input?: z.ZodType;
}

/** What a running operation is given beside its input. */
export interface Call {
  readonly service: Service;
  readonly caller: Caller;
  readonly requestId: string;
  /** The `Idempotency-Key` header as it came, on the ways that have headers. */
  readonly idempotencyKey?: string | undefined;
  /** Runs in the transaction that queues a command for this call; what it throws keeps it from being queued. */
  readonly beforeQueued?: ((transaction: WriteTransaction) => Promise<void>) | undefined;
  /** Called with a job that the call waits for, as lists show it, each time that it is read. */
  readonly onJob?: ((job: object) => void) | undefined;
  /** Aborts when the caller hangs up or the server stops; an operation that waits then responds at once. */
  readonly signal: AbortSignal;
}

/** The response with its HTTP status where it is not 200; 202 goes with `pending: true` in the body. */
export interface OperationResponse {
  readonly status?: ResponseStatus;
  readonly body: Readonly<Record<string, unknown>>;
}

type ResponseStatus = 200 | 201 | 202;

/** The schema of the body for each status an operation responds with. */
type ResponseSchemas = Readonly<Partial<Record<ResponseStatus, z.ZodType>>>;

/** One operation of the catalogue: the only place that knows its name, scope, class and input. */
export interface Operation<Input extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly scope: Scope;
  readonly class: OperationClass;
  readonly input: Input;
  /** The same input case by case, told apart by `type`, as OpenAPI describes it. */
  readonly variants?: readonly z.ZodObject[];
  readonly rest?: RestRoute;
  /** The schema of every response, by status; tests check real responses against it. */
  readonly responses: ResponseSchemas;
  /** Codes it may refuse with beside those that any call may meet (`openapi/problem-responses.ts`). */
  readonly refusals: readonly ProblemCode[];
  /** Runs it; what it changes is audited in the transaction of the change. */
  run(call: Call, input: z.output<Input>): Promise<OperationResponse>;
}

/** Declares an operation; only there so that `run` gets its input's type from the schema. */
export function defineOperation<Input extends z.ZodType>(
  operation: Operation<Input>,
): Operation<Input> {
  return operation;
}
