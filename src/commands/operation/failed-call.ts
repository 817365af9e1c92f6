import type { AdviceStep } from '../../contract/advice-step.ts';
import { Failure } from '../../contract/failure.ts';
import { shownBy } from '../../contract/look-up.ts';
import { serviceCommand } from '../../render/service-command.ts';
import { withMeantName } from '../names/suggest-name.ts';
import { commandName } from './command-name.ts';
import type { SendContext } from './send-context.ts';

/**
 * The same error with what is known of the call: the name that was meant; or, of what acts, that it was
 * sent, where its response cannot be printed.
 */
export async function withCall(error: unknown, context: SendContext): Promise<unknown> {
  const { call, operationClass, result, runtime } = context;
  const { reader, tool } = call.operation;
  if (result === undefined || operationClass === 'read') {
    return withMeantName(error, { input: call.input, reader }, runtime);
  }
  const { answer, note } = result;
  const isToFollow = typeof note === 'object';
  return unprinted(error, {
    requestId: answer.requestId,
    next: isToFollow ? [note] : [],
    by: isToFollow ? undefined : shownBy(tool.name),
  });
}

interface AnsweredAction {
  readonly requestId: string;
  readonly next?: readonly AdviceStep[];
  /** The operation that shows what it has left behind. */
  readonly by?: string | undefined;
}

/** The same error with that an action was sent and answered, which its response would have told. */
export function unprinted(
  error: unknown,
  { by, next: more = [], requestId }: AnsweredAction,
): unknown {
  if (!(error instanceof Failure)) return error;
  const { advice, next = [] } = error.facts;
  const said = [
    advice,
    'It was sent, and the service has answered.',
    by === undefined ? undefined : `See \`${serviceCommand(`cloud ${commandName(by)}`)}\`.`,
  ];
  const facts = {
    ...error.facts,
    advice: said.filter((part) => part !== undefined).join(' '),
    next: [...next, ...more],
    requestId: error.facts.requestId ?? requestId,
  };
  return new Failure(error.kind, facts, { cause: error });
}
