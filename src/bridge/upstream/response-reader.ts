import { parseJson, stringifyJson } from '../../base/json/lossless.ts';
import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import { exceededLimit } from '../../base/json/size.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';
import { withoutKey } from '../../client/request-info.ts';
import type { ResponseHead } from '../../client/response.ts';
import { createEventReader, type EventReader } from './event-stream.ts';

interface McpResponseReaderOptions {
  /** Of the request; a message with another id is not its response. */
  readonly id: number;
  /** Taken out of whatever the server sends: a model must not get it. */
  readonly key: string | undefined;
  /** Called with each notification that the server sends before its response. */
  readonly onNotification: (method: string, params: JsonObject) => void;
}

/** Finds the response to a request in what the server sends, JSON or event stream. */
export interface McpResponseReader {
  /** Reads a part as it comes; true once the response is there. */
  onPart(head: ResponseHead, part: Uint8Array): boolean;
  /**
   * The response in a whole body; undefined where there is none, and the limit in its place where a
   * message exceeded it and was not read.
   */
  responseIn(
    headers: ResponseHead['headers'],
    bytes: Uint8Array,
  ): JsonObject | ExceededLimit | undefined;
}

/** Which limit a message exceeded. */
export type ExceededLimit = 'levels' | 'values';

/**
 * Of a message, with its lists and objects: what is nested more deeply could not be written again, and
 * as many as 64 MiB can hold take more memory than a process has.
 */
const LIMITS = { levelsMax: 500, valuesMax: 2_000_000, listsMax: 2_000_000 };

/** Reads the response of one request; each try of the request starts it anew. */
export function createMcpResponseReader({
  id,
  key,
  onNotification,
}: McpResponseReaderOptions): McpResponseReader {
  let current: ResponseHead | undefined;
  let events: EventReader | undefined;
  let found: JsonObject | undefined;
  let exceededFirst: ExceededLimit | undefined;

  /** The message in a text; one beyond the limits counts as none. */
  function messageIn(text: string): JsonObject {
    const exceeded = exceededLimit(text, LIMITS);
    exceededFirst ??= exceeded;
    return exceeded === undefined ? readMessage(text, key) : {};
  }

  function readEvents(data: readonly string[]): void {
    for (const text of data) {
      const message = messageIn(text);
      if (isResponseTo(message, id)) found ??= message;
      const { method, params } = message;
      if (typeof method === 'string' && message['id'] === undefined)
        notify(method, membersOf(params));
    }
  }

  function notify(method: string, params: JsonObject): void {
    try {
      onNotification(method, params);
    } catch {
      // One that cannot be handed on must not prevent the response.
    }
  }

  return {
    onPart(head, part) {
      if (current !== head) {
        current = head;
        found = undefined;
        exceededFirst = undefined;
        events = isEventStream(head.headers) ? createEventReader() : undefined;
      }
      const data = dataIn(part, events);
      if (data !== undefined) readEvents(data);
      // After bytes that cannot be read nothing can be the response.
      return data === undefined || found !== undefined;
    },
    responseIn(headers, bytes) {
      try {
        if (isEventStream(headers)) {
          if (found === undefined) readEvents(events?.rest() ?? []);
          return found ?? exceededFirst;
        }
        if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return undefined;
        const text = decodeUtf8(bytes);
        const message = text === undefined ? {} : messageIn(text);
        return isResponseTo(message, id) ? message : exceededFirst;
      } catch {
        return undefined;
      }
    },
  };
}

/** The data of the events that this part completes; undefined where it cannot be read. */
function dataIn(part: Uint8Array, events: EventReader | undefined): readonly string[] | undefined {
  try {
    return events?.take(part) ?? [];
  } catch {
    return undefined;
  }
}

/** The message in a text; keep-alives and other events have none. */
function readMessage(text: string, key: string | undefined): JsonObject {
  try {
    return membersOf(parsed(text, key));
  } catch {
    return {};
  }
}

/** A letter or digit, or a slash, as JSON need not write it. */
const ESCAPED = /\\u00[2-7]|\\\//i;

/** The value of a text without the key, also where that is spelled with JSON's escapes. */
function parsed(text: string, key: string | undefined): unknown {
  const value = parseJson(withoutKey(text, key));
  if (key === undefined || !ESCAPED.test(text)) return value;
  const spelled = stringifyJson(value);
  const cleaned = withoutKey(spelled, key);
  return cleaned === spelled ? value : parseJson(cleaned);
}

function isEventStream(headers: ResponseHead['headers']): boolean {
  return /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
}

/** An error with the id null is about a request that could not be read: this one, since the POST holds no other. */
function isResponseTo(message: JsonObject, id: number): boolean {
  if (message['jsonrpc'] !== '2.0') return false;
  return isObject(message['result'])
    ? message['id'] === id
    : isObject(message['error']) && (message['id'] === id || message['id'] === null);
}
