import type { Clock } from '../../base/time/clock.ts';
import type { RpcId } from '../json-rpc.ts';
import type { MessageWriter } from '../stdio/message-writer.ts';

/** Requests of the bridge to the assistant, which versions with a handshake have. */
interface AssistantRequests {
  /**
   * The response, `UNANSWERED`, or undefined where the assistant failed or `signal` took the request back, which
   * may have a text as its reason. What comes all the same within five minutes of either goes to `late`.
   */
  request(
    method: string,
    params: object,
    signal: AbortSignal,
    late?: (response: unknown) => void,
  ): Promise<unknown>;
  /** Takes the assistant's response. */
  receive(id: RpcId, result: unknown): void;
}

/** As long as a state of the newer protocol version is valid. */
const ANSWER_MS = 300_000;
/** No response came in five minutes. */
export const UNANSWERED = Symbol('unanswered');

/** Makes the requests of one session. */
export function createAssistantRequests({
  clock,
  writer,
}: {
  readonly clock: Clock;
  readonly writer: MessageWriter;
}): AssistantRequests {
  const pending = new Map<RpcId, (result: unknown) => void>();
  let lastId = 0;
  return {
    async request(method, params, signal, late) {
      // The call is over already: a question that is sent now would never be withdrawn.
      if (signal.aborted) return undefined;
      lastId += 1;
      const id = `fleet-${lastId}`;
      const response = Promise.withResolvers<unknown>();
      pending.set(id, response.resolve);
      const withdraw = (outcome: unknown, reason: string): void => {
        response.resolve(outcome);
        writer.send({ method: 'notifications/cancelled', params: { requestId: id, reason } });
      };
      // The person need not answer a question whose call is over.
      const cancel = (): void => withdraw(undefined, reasonOf(signal));
      const stopTimer = clock.after(ANSWER_MS, () => withdraw(UNANSWERED, 'Nobody answered.'));
      signal.addEventListener('abort', cancel, { once: true });
      writer.send({ id, method, params });
      const answer = await response.promise;
      pending.delete(id);
      if (late !== undefined && (signal.aborted || answer === UNANSWERED)) {
        // Some assistants leave the form open.
        pending.set(id, late);
        clock.after(ANSWER_MS, () => pending.delete(id));
      }
      signal.removeEventListener('abort', cancel);
      stopTimer();
      return answer;
    },
    receive: (id, result) => pending.get(id)?.(result),
  };
}

function reasonOf({ reason }: AbortSignal): string {
  return typeof reason === 'string' ? reason : 'The call was cancelled.';
}
