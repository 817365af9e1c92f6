import type { KnownClass } from '../../client/retry.ts';
import type { OperationRun } from '../../flow/run-operation.ts';
import { interruptionSignal } from '../../terminal/interruption.ts';
import type { Printer } from '../../terminal/printer.ts';
import type { Runtime } from '../runtime.ts';
import type { RunResult } from './outcome.ts';
import type { ParsedCall } from './read-call.ts';

/** An operation that is about to be sent. */
export interface SendContext {
  readonly call: ParsedCall;
  readonly runtime: Runtime;
  readonly printer: Printer;
  readonly operationClass: KnownClass;
  readonly followTimeoutMs: number | undefined;
  /** Of all pages; all without it. */
  readonly rowsMax?: number;
  /** What came of it, once it has: it may fail to be printed. */
  result?: RunResult;
}

/** The operation as the flow runs it. */
export function operationRun(
  context: Pick<SendContext, 'call' | 'runtime'> & Partial<SendContext>,
  looking: Pick<OperationRun, 'missed' | 'observe' | 'seen' | 'signal'> = {},
): OperationRun {
  const { followTimeoutMs, operationClass, runtime, call } = context;
  const { reader, tool } = call.operation;
  if (reader === undefined) throw new Error('an operation is sent without a connection');
  return {
    client: reader.client,
    clock: runtime.clock,
    tool,
    operationClass,
    input: call.input,
    signal: interruptionSignal(),
    ...(followTimeoutMs === undefined ? {} : { followTimeoutMs }),
    ...(call.pastQuestions === true ? { pastQuestions: true } : {}),
    ...looking,
  };
}
