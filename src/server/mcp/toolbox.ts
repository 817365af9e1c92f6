import type { CallToolResult, Notification, Tool } from '@modelcontextprotocol/server';
import type { Call } from '../catalogue/operation.ts';

/** A tool's call as it reaches the toolbox: nothing of its arguments is checked yet. */
export interface McpToolCall extends Call {
  readonly name: string;
  readonly args: unknown;
  readonly progressToken: string | number | undefined;
  /** What the client said that it can do, where it said so with this request (2026-07-28). */
  readonly clientCapabilities: unknown;
  /** Tells the client something before the result. */
  notify(notification: Notification): Promise<void>;
}

/** What an MCP endpoint offers: the catalogue, or the conformance suite's own tools in its test. */
export interface Toolbox {
  /** The tools that this caller may use, in a fixed order. */
  list(caller: Call['caller']): readonly Tool[];
  /** Runs a tool; a refusal is a result with `isError`. */
  call(call: McpToolCall): Promise<CallToolResult>;
}
