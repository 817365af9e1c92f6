import type { JsonObject } from '../../base/json/object.ts';
import { supportsElicitation } from '../../contract/task/question-form.ts';
import type { MessageWriter } from '../stdio/message-writer.ts';
import type { OlderAssistant } from '../tasks/older-questions.ts';
import type { CallContext } from '../tools/tool-call.ts';
import type { Elicitation } from './elicitation.ts';

interface OlderSession {
  readonly context: CallContext;
  readonly elicitation: Elicitation;
  readonly writer: MessageWriter;
}

/** The assistant of a handshake with these capabilities, as a request of it acts on tasks. */
export function olderAssistant(
  { context, elicitation, writer }: OlderSession,
  capabilities: JsonObject,
  signal: AbortSignal,
): OlderAssistant {
  const elicitFor = (params: JsonObject) => elicitation.legacy({ params, capabilities, signal });
  return {
    caller: { context, elicitFor, isModern: false, signal },
    ask: supportsElicitation(capabilities) ? elicitation.ask : undefined,
    send: (method, params) => writer.send({ method, params }),
  };
}
