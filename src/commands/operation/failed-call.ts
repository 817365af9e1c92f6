import { Failure } from '../../contract/failure.ts';
import { withMeantName } from '../names/suggest-name.ts';
import type { SendContext } from './send-context.ts';

/**
 * The same error with what is known of the call: the name that was meant; or, of what acts, that it was
 * sent, where its response cannot be printed.
 */
export async function withCall(error: unknown, context: SendContext): Promise<unknown> {
  const { call, operationClass, result, runtime } = context;
  if (result === undefined || operationClass === 'read') {
    return withMeantName(error, { input: call.input, reader: call.operation.reader }, runtime);
  }
  if (!(error instanceof Failure)) return error;
  const { advice, next = [] } = error.facts;
  const { note } = result;
  const said = [advice, 'It was sent, and the service has answered.'];
  const facts = {
    ...error.facts,
    advice: said.filter((part) => part !== undefined).join(' '),
    next: [...next, ...(typeof note === 'object' ? [note] : [])],
  };
  return new Failure(error.kind, facts, { cause: error });
}
