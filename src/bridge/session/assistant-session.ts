import { type JsonObject, membersOf } from '../../base/json/object.ts';
import {
  INVALID_PARAMS,
  isRpcId,
  type RpcError,
  type RpcId,
  type RpcRequest,
  readMessage,
} from '../json-rpc.ts';
import { type ModernRequest, modernRequestOf, modernResult } from '../protocol-version.ts';
import { knowsOlderTasks, withTaskSupport } from '../tasks/older-shape.ts';
import { createOlderTasks, type OlderTasks } from '../tasks/older-tasks.ts';
import { createTasks, type Tasks } from '../tasks/task-requests.ts';
import { inputEndedResult, internalErrorResult } from '../tools/error-result.ts';
import type { CallContext, CallResult } from '../tools/tool-call.ts';
import { classOfTool } from '../tools/tool-class.ts';
import { offeredTools } from '../tools/tool-filter.ts';
import { isQuickRead } from '../tools/wait-limit.ts';
import { withoutOutputSchema } from '../tools/without-output-schema.ts';
import { createCalls, type MakeCall } from './calls.ts';
import { createElicitation, type Elicitation, type ElicitationOptions } from './elicitation.ts';
import type { InFlight, Lane } from './in-flight.ts';
import { initializeResult, type ServerInfo } from './initialize.ts';
import { methodNotFound, respondToModern } from './modern-requests.ts';
import { olderAssistant } from './older-assistant.ts';
import { type CallProgress, createProgress } from './progress.ts';
import { createSubscriptions, type Subscriptions, TOOLS_CHANGED } from './subscriptions.ts';

interface SessionOptions extends CallContext, ElicitationOptions {
  readonly inFlight: InFlight;
  readonly serverInfo: ServerInfo;
  readonly log: (event: string, facts?: JsonObject) => void;
}

type Outcome = { readonly result: JsonObject } | { readonly error: RpcError };

const INTERNAL = { code: -32603, message: 'Internal error' };

/** How long an assistant may keep a list: it changes with the service's releases and the key. */
const LIST_CACHING = { ttlMs: 300_000, cacheScope: 'private' };

/** A request that has no response yet. */
interface PendingRequest {
  readonly request: RpcRequest;
  readonly modern: ModernRequest | undefined;
  readonly signal: AbortSignal;
  readonly progress: CallProgress;
}

/**
 * The MCP server on stdio, for the protocol versions with a handshake and the one without at the same
 * time. It responds itself to everything but tool calls, which it forwards.
 */
export class AssistantSession {
  readonly #options: SessionOptions;
  readonly #elicitation: Elicitation;
  readonly #subscriptions: Subscriptions;
  readonly #tasks: Tasks;
  readonly #older: OlderTasks;
  readonly #makeCall: MakeCall;
  /** The assistant's capabilities from `initialize`; undefined before it. */
  #capabilities: JsonObject | undefined;
  /** The version of the handshake. */
  #version: string | undefined;
  #isInputEnded = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#elicitation = createElicitation(options);
    this.#subscriptions = createSubscriptions(options.writer);
    this.#tasks = createTasks(options);
    this.#older = createOlderTasks(this.#tasks, options);
    const { inFlight, states, writer } = options;
    const parts = { tasks: this.#tasks, older: this.#older, elicitation: this.#elicitation };
    this.#makeCall = createCalls(options, { ...parts, inFlight, states, writer });
  }

  /** Handles one line from the assistant. */
  receive(line: string): void {
    const { inFlight, writer } = this.#options;
    const message = readMessage(line);
    if (message.kind === 'invalid') writer.send({ id: message.id, error: message.error });
    if (message.kind === 'response') this.#elicitation.receive(message.id, message.result);
    if (message.kind === 'notification' && message.method === 'notifications/cancelled') {
      this.#cancel(message.params['requestId']);
    }
    if (message.kind === 'request') {
      void inFlight
        .run(message.id, (signal) => this.#handle(message, signal))
        .catch((error) => {
          this.#sendInternalError(message, error);
        });
    }
  }

  /** Tells the assistant that the list of tools is not the one that it has. */
  toolsChanged(): void {
    if (this.#capabilities !== undefined) this.#options.writer.send({ method: TOOLS_CHANGED });
    this.#subscriptions.notifyToolsChanged();
  }

  /** The assistant sends nothing any more: of the calls that wait for their turn none that acts is sent. */
  inputEnded(): void {
    this.#isInputEnded = true;
  }

  #cancel(id: unknown): void {
    const { inFlight, log } = this.#options;
    if (isRpcId(id) && inFlight.cancel(id))
      log('cancelled', { id, what: 'the waiting ended; the job goes on' });
  }

  /** Calls wait for their turn; what is responded to here never waits for them. */
  async #handle(request: RpcRequest, signal: AbortSignal): Promise<void> {
    const { clock, inFlight, writer } = this.#options;
    const { method, params } = request;
    const isCall = method === 'tools/call';
    const token = isCall ? membersOf(params['_meta'])['progressToken'] : undefined;
    const name = nameOf(request);
    const progress = createProgress({ writer, clock, token, signal, name });
    const pending = { request, modern: modernRequestOf(params), signal, progress };
    if (isCall) await inFlight.inTurn(this.#laneOf(request), signal, () => this.#respond(pending));
    else await this.#respond(pending);
    progress.stop();
  }

  #laneOf({ params }: RpcRequest): Lane {
    const { arguments: args, name } = params;
    const isQuick =
      typeof name === 'string' && isQuickRead(this.#options.tools, name, membersOf(args));
    return isQuick ? 'quick' : 'long';
  }

  async #respond(pending: PendingRequest): Promise<void> {
    const { writer } = this.#options;
    const { modern, progress, request, signal } = pending;
    try {
      const outcome = await this.#dispatch(pending);
      progress.stop();
      if (signal.aborted || outcome === undefined) return;
      this.#send(request.id, outcome, modern);
    } catch (error) {
      progress.stop();
      if (!signal.aborted) this.#sendInternalError(request, error);
    }
    await writer.backpressure();
  }

  /** The response to a request for which the bridge failed; other requests go on. */
  #sendInternalError(request: RpcRequest, error: unknown): void {
    const { id, method, params } = request;
    const { log } = this.#options;
    log('internal error', { method, error: String(error) });
    const acts = this.#acts(nameOf(request));
    const outcome =
      method === 'tools/call'
        ? { result: internalErrorResult({ acts }, error) }
        : { error: INTERNAL };
    this.#send(id, outcome, modernRequestOf(params));
  }

  #send(id: RpcId, outcome: Outcome, modern: ModernRequest | undefined): void {
    const { serverInfo, writer } = this.#options;
    if ('error' in outcome) writer.send({ id, error: outcome.error });
    else if (modern === undefined) writer.send({ id, result: outcome.result });
    else writer.send({ id, result: modernResult(outcome.result, serverInfo) });
  }

  #dispatch(pending: PendingRequest): Promise<Outcome | undefined> | Outcome {
    const { modern, request, signal } = pending;
    if (modern?.error) return { error: modern.error };
    switch (request.method) {
      case 'tools/call':
        return this.#call(pending);
      case 'tools/list':
        return this.#list(modern);
      default:
        return modern === undefined
          ? this.#dispatchLegacy(request, signal)
          : respondToModern(this.#parts(), request, { modern, signal });
    }
  }

  async #list(modern: ModernRequest | undefined): Promise<Outcome> {
    const { filter, tools } = this.#options;
    const offered = offeredTools(await tools.all(), filter).map(withoutOutputSchema);
    if (modern !== undefined) return { result: { tools: offered, ...LIST_CACHING } };
    const isMarked = knowsOlderTasks(this.#version, this.#capabilities);
    return { result: { tools: isMarked ? offered.map(withTaskSupport) : offered } };
  }

  #parts() {
    const context = this.#options;
    const { writer } = context;
    const subscriptions = this.#subscriptions;
    return { context, writer, subscriptions, elicitation: this.#elicitation, tasks: this.#tasks };
  }

  async #dispatchLegacy({ method, params }: RpcRequest, signal: AbortSignal): Promise<Outcome> {
    const { filter, serverInfo } = this.#options;
    if (method === 'ping') return { result: {} };
    if (method === 'server/discover' && this.#capabilities === undefined) {
      return { error: { code: INVALID_PARAMS, message: 'The request lacks its _meta.' } };
    }
    if (method === 'initialize') {
      const clientCapabilities = membersOf(params['capabilities']);
      const result = initializeResult(params['protocolVersion'], {
        clientCapabilities,
        filter,
        serverInfo,
      });
      this.#capabilities = clientCapabilities;
      this.#version = result.protocolVersion;
      return { result };
    }
    const capabilities = membersOf(this.#capabilities);
    if (!knowsOlderTasks(this.#version, capabilities)) return { error: methodNotFound(method) };
    const assistant = olderAssistant(this.#parts(), capabilities, signal);
    const outcome = await this.#older.respond(method, params, assistant);
    return outcome ?? { error: methodNotFound(method) };
  }

  #acts(name: string): boolean {
    return classOfTool(name, this.#options.tools.known(name)) !== 'read';
  }

  async #call({ modern, progress, request, signal }: PendingRequest): Promise<Outcome> {
    const { id, params } = request;
    const { name } = params;
    if (typeof name !== 'string') {
      return { error: { code: INVALID_PARAMS, message: '`name` must be a string.' } };
    }
    const capabilities = modern?.capabilities ?? this.#capabilities;
    const version = this.#version;
    const { forward: onNotification, tell } = progress;
    const isLate = this.#isInputEnded && this.#acts(name);
    const call = { name, params, modern, capabilities, version, signal, onNotification, tell };
    const outcome: CallResult = isLate
      ? { kind: 'result', result: inputEndedResult() }
      : await this.#makeCall(call);
    const isError = outcome.kind === 'error' || outcome.result['isError'] === true;
    this.#options.log('call', { id, name, isError });
    return outcome;
  }
}

/** The name of the called tool, else the method. */
function nameOf({ method, params }: RpcRequest): string {
  return typeof params['name'] === 'string' ? params['name'] : method;
}
