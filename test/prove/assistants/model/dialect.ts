import type { JsonObject } from '../../../../src/base/json/object.ts';

/** A tool as the assistant offers it to its model. */
export interface OfferedTool {
  readonly name: string;
  /** The group that some assistants put the tools of a server in. */
  readonly namespace?: string;
}

/** What the model is sent. */
export interface Turn {
  readonly tools: readonly OfferedTool[];
  /** The results of the calls so far, as text. */
  readonly results: readonly string[];
}

/** What the model says: a word, or a call of a tool. */
export type Reply =
  | { readonly text: string }
  | { readonly tool: OfferedTool; readonly input: JsonObject; readonly id: string };

/** The interface of one model provider, as far as a scripted model needs it. */
export interface Dialect {
  readonly path: RegExp;
  read(body: JsonObject): Turn;
  /** The response as one object. */
  whole(reply: Reply): JsonObject;
  /** The response as server-sent events: each with its name, where the interface names them. */
  events(reply: Reply): readonly { readonly event?: string; readonly data: JsonObject | string }[];
  /** Whether this request wants events. */
  streams(body: JsonObject, path: string): boolean;
}

/** The members of a list that are objects. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each) : [];
}

/** Text as it is, anything else as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
