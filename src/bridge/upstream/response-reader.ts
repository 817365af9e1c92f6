import { parseJson } from '../../base/json/lossless.ts';
import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import type { ResponseHead } from '../../client/response.ts';
import { createEventReader, type EventReader } from './event-stream.ts';

export interface McpResponseReaderOptions {
  /** Of the request; a message with another id does not answer it. */
  readonly id: number;
  /** Told what the server says on the way to its answer. */
  readonly onNotification: (method: string, params: JsonObject) => void;
}

/** Finds the answer to a request in what the server sends, JSON or event stream. */
export interface McpResponseReader {
  /** Looks into a part as it comes; true once the answer is there. */
  onPart(head: ResponseHead, part: Uint8Array): boolean;
  /** The answer in a whole body; undefined where there is none. */
  answerIn(headers: ResponseHead['headers'], bytes: Uint8Array): JsonObject | undefined;
}

export function createMcpResponseReader({
  id,
  onNotification,
}: McpResponseReaderOptions): McpResponseReader {
  let reading: ResponseHead | undefined;
  let events: EventReader | undefined;
  let found: JsonObject | undefined;

  function take(data: readonly string[]): void {
    for (const text of data) {
      const message = messageIn(text);
      if (isResponseTo(message, id)) found ??= message;
      const { method, params } = message;
      if (typeof method === 'string' && message['id'] === undefined)
        tell(method, membersOf(params));
    }
  }

  function tell(method: string, params: JsonObject): void {
    try {
      onNotification(method, params);
    } catch {
      // One that cannot be handed on, as it is nested too deeply, must not cost the answer.
    }
  }

  /** Of the events that this part completes; undefined where it is no text. */
  function dataIn(part: Uint8Array): readonly string[] | undefined {
    try {
      return events?.take(part) ?? [];
    } catch {
      return undefined;
    }
  }

  return {
    onPart(head, part) {
      if (reading !== head) {
        reading = head;
        found = undefined;
        events = isEventStream(head.headers) ? createEventReader() : undefined;
      }
      const data = dataIn(part);
      if (data !== undefined) take(data);
      // Bytes that are no text are no answer, whatever follows them.
      return data === undefined || found !== undefined;
    },
    answerIn(headers, bytes) {
      try {
        if (isEventStream(headers)) {
          if (found === undefined) take(events?.rest() ?? []);
          return found;
        }
        if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return undefined;
        const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
        const message = membersOf(parseJson(text));
        return isResponseTo(message, id) ? message : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/** Streams also carry events that say nothing, or say it to others: the first of all, keep-alives. */
function messageIn(data: string): JsonObject {
  try {
    return membersOf(parseJson(data));
  } catch {
    return {};
  }
}

function isEventStream(headers: ResponseHead['headers']): boolean {
  return /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
}

/** An error without an id is about a request that could not be read: ours, in a POST of its own. */
function isResponseTo(message: JsonObject, id: number): boolean {
  if (message['jsonrpc'] !== '2.0') return false;
  return isObject(message['result'])
    ? message['id'] === id
    : isObject(message['error']) && (message['id'] === id || message['id'] === null);
}
