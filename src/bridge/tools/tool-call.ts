import type { JsonObject } from '../../base/json/object.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { RpcError } from '../json-rpc.ts';
import type { ConfirmMode, QuestionsMode } from '../options.ts';
import type { HostedServer } from '../upstream/hosted-server.ts';
import type { ServiceIdentity } from '../upstream/service-identity.ts';
import type { AgreedTools } from './agreed-tools.ts';
import type { ToolChange } from './tool-description.ts';
import type { ToolFilter } from './tool-filter.ts';
import type { ToolList } from './tool-list.ts';

/** What a tool call needs beside the call itself. */
export interface CallContext {
  readonly hosted: HostedServer;
  readonly tools: ToolList;
  readonly agreed: AgreedTools;
  readonly filter: ToolFilter;
  readonly clock: Clock;
  readonly maxWaitSeconds: number;
  readonly confirm: ConfirmMode;
  readonly questions: QuestionsMode;
}

/** A call as the assistant made it. */
export interface AssistantCall {
  readonly name: string;
  readonly params: JsonObject;
  /** Whether it was made as 2026-07-28 has it, without a handshake. */
  readonly isModern: boolean;
  readonly signal: AbortSignal;
  /** Asks the person behind the assistant; undefined where the assistant cannot. */
  readonly elicit: ((about: ConfirmedCall) => Promise<ElicitationResult>) | undefined;
  /** Called with each notification that the service sends before its response. */
  readonly onNotification: (method: string, params: JsonObject) => void;
  /** Whether the person makes it, by a form that they filled in: they need not agree to its tool. */
  readonly isByPerson?: boolean | undefined;
  /** Runs before each try of the call. A `Failure` of it is the result. */
  readonly beforeTry?: (() => Promise<void>) | undefined;
}

/** The machine that the arguments of a call mean now. */
export interface MachineOfCall {
  readonly id: string;
  readonly name: string | undefined;
}

/** What the person is asked about. */
export interface ConfirmedCall {
  readonly name: string;
  readonly args: unknown;
  /** The schema of the tool's input, as far as it is known: what it calls secret is not shown. */
  readonly inputSchema?: unknown;
  /** The service that it is for; undefined for a read of the specification and the question of a job. */
  readonly service: ServiceIdentity | undefined;
  /** The machine that it names, where it names one and the service tells which that is. */
  readonly machine?: MachineOfCall | undefined;
  /** Whether it cannot be undone; else it is asked about for its change. */
  readonly isFinal: boolean;
  /** How the tool has changed since it was agreed to; undefined where it has not. */
  readonly change: ToolChange | undefined;
}

/**
 * What came of asking the person: a no, a yes with the call as it is sent, or a question that goes
 * back to the assistant as the result. `turned_down`: a no that an assistant without a person gives as
 * well. `failed`: the assistant responded with an error. `unanswered`: nobody answered in time.
 */
export type ElicitationResult =
  | 'declined'
  | 'turned_down'
  | 'failed'
  | 'unanswered'
  | { readonly question: ToolResult }
  | ConfirmedRequest;

export interface ConfirmedRequest {
  readonly params: JsonObject;
  /** Changes the result of the service before the assistant gets it. */
  readonly onResult?: (result: ToolResult) => ToolResult;
}

/** A result of `tools/call`. */
export type ToolResult = JsonObject;

/** What a call ended with. */
export type CallResult =
  | { readonly kind: 'result'; readonly result: ToolResult }
  | { readonly kind: 'error'; readonly error: RpcError };
