import type { z } from 'zod';
import { scopeAllows } from '../../contract/scope.ts';
import { admit } from '../access/admit.ts';
import type { Caller } from '../access/caller.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import type { Call, Operation, OperationResponse } from './operation.ts';
import { type NameOf, parseInput } from './parse-input.ts';

/** A call of an operation as an adapter hands it over: nothing of it is checked yet. */
interface OperationCall {
  readonly authorization: string | undefined;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
  readonly signal: AbortSignal;
  /** As `admit`'s: whether it is a write, for all that is known before the operation is found. */
  readonly mayWait?: boolean;
  /** The operation, or a function that finds it once the caller is known: others learn no names. */
  readonly operation: Operation | (() => Operation);
  /** The route's own schema, where it takes more than the operation. */
  readonly schema?: z.ZodType | undefined;
  /** Reads the input; called once the caller may run the operation. */
  readInput(caller: Caller): Promise<unknown>;
  /** What this caller calls a member of the input. */
  nameOf?: NameOf;
}

/**
 * The one way an operation is run, whichever surface it was called on: authenticate → rate limit →
 * scope → parse → run, which audits what it changes in the transaction of the change. Throws a
 * `Refusal` at the first step that says no.
 */
export async function execute(
  service: Service,
  request: OperationCall,
): Promise<OperationResponse> {
  const caller = await admit(service, request.authorization, request.mayWait);
  const { requestId, signal, idempotencyKey, operation: called } = request;
  const operation = typeof called === 'function' ? called() : called;
  const call = { service, caller, requestId, signal, idempotencyKey };
  return executeAdmitted(call, operation, request);
}

/** The steps of `execute` for a caller that has been let in. */
export async function executeAdmitted(
  call: Call,
  operation: Operation,
  { schema, readInput, nameOf }: Pick<OperationCall, 'schema' | 'readInput' | 'nameOf'>,
): Promise<OperationResponse> {
  if (!scopeAllows(call.caller.scope, operation.scope)) {
    throw new Refusal(
      'forbidden',
      `\`${operation.name}\` needs the scope ${operation.scope}; this key has ${call.caller.scope}.`,
    );
  }
  const input = parseInput(schema ?? operation.input, await readInput(call.caller), { nameOf });
  return operation.run(call, input);
}
