import { type JsonObject, membersOf } from '../../base/json/object.ts';
import { declaresTasks } from '../../contract/task/extension.ts';
import {
  INVALID_PARAMS,
  isRpcId,
  METHOD_NOT_FOUND,
  type RpcError,
  type RpcId,
  type RpcRequest,
  readMessage,
} from '../json-rpc.ts';
import { type ModernRequest, modernRequestOf, modernResult } from '../protocol-version.ts';
import { createTasks, type Tasks } from '../tasks/task-requests.ts';
import { internalErrorResult } from '../tools/error-result.ts';
import type { CallContext } from '../tools/tool-call.ts';
import { classOfTool } from '../tools/tool-class.ts';
import { offeredTools } from '../tools/tool-filter.ts';
import { isQuickRead } from '../tools/wait-limit.ts';
import { createCalls, type MakeCall } from './calls.ts';
import { createElicitation, type Elicitation, type ElicitationOptions } from './elicitation.ts';
import type { InFlight, Lane } from './in-flight.ts';
import { discoverResult, initializeResult, type ServerInfo } from './initialize.ts';
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
  readonly #makeCall: MakeCall;
  /** The assistant's capabilities from `initialize`; undefined before it. */
  #capabilities: JsonObject | undefined;
  /** The version of the handshake. */
  #version: string | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#elicitation = createElicitation(options);
    this.#subscriptions = createSubscriptions(options.writer);
    this.#tasks = createTasks(options);
    const { states } = options;
    const more = { tasks: this.#tasks, elicitation: this.#elicitation, states };
    this.#makeCall = createCalls(options, more);
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
      const outcome = await this.#dispatch(pending).finally(progress.stop);
      if (signal.aborted || outcome === undefined) return;
      this.#send(request.id, outcome, modern);
    } catch (error) {
      if (!signal.aborted) this.#sendInternalError(request, error);
    }
    await writer.ready();
  }

  /** The response to a request for which the bridge failed; other requests go on. */
  #sendInternalError(request: RpcRequest, error: unknown): void {
    const { id, method, params } = request;
    const { log, tools } = this.#options;
    log('internal error', { method, error: String(error) });
    const name = nameOf(request);
    const acts = classOfTool(name, tools.known(name)) !== 'read';
    const outcome =
      method === 'tools/call'
        ? { result: internalErrorResult(error, { acts }) }
        : { error: INTERNAL };
    this.#send(id, outcome, modernRequestOf(params));
  }

  #send(id: RpcId, outcome: Outcome, modern: ModernRequest | undefined): void {
    const { serverInfo, writer } = this.#options;
    if ('error' in outcome) writer.send({ id, error: outcome.error });
    else if (modern === undefined) writer.send({ id, result: outcome.result });
    else writer.send({ id, result: modernResult(outcome.result, serverInfo) });
  }

  async #dispatch(pending: PendingRequest): Promise<Outcome | undefined> {
    const { modern, request, signal } = pending;
    if (modern?.error) return { error: modern.error };
    switch (request.method) {
      case 'tools/call':
        return this.#call(pending);
      case 'tools/list': {
        const { filter, tools } = this.#options;
        const list = { tools: offeredTools(await tools.all(), filter) };
        return { result: modern === undefined ? list : { ...list, ...LIST_CACHING } };
      }
      default:
        return modern === undefined
          ? this.#dispatchLegacy(request)
          : this.#dispatchModern(request, modern, signal);
    }
  }

  async #dispatchModern(
    { id, method, params }: RpcRequest,
    modern: ModernRequest,
    signal: AbortSignal,
  ): Promise<Outcome | undefined> {
    const { capabilities } = modern;
    if (method === 'subscriptions/listen')
      return this.#listen(id, params, { capabilities, signal });
    if (method === 'server/discover') {
      return { result: discoverResult({ withTasks: declaresTasks(capabilities) }) };
    }
    const context = this.#options;
    const elicitFor = (call: JsonObject) => this.#elicitation.modern(call, modern);
    const caller = { context, elicitFor, isModern: true, signal };
    const outcome = await this.#tasks.respond(method, { params, capabilities, caller });
    return outcome ?? { error: methodNotFound(method) };
  }

  async #listen(
    id: RpcId,
    params: JsonObject,
    listener: { readonly capabilities: JsonObject; readonly signal: AbortSignal },
  ): Promise<Outcome | undefined> {
    const wanted = membersOf(params['notifications']);
    const send = (method: string, about: JsonObject): void =>
      this.#subscriptions.notify(id, method, about);
    const listening = await this.#tasks.listen(wanted['taskIds'], { ...listener, send });
    if ('error' in listening) return listening;
    const { begin, taskIds } = listening;
    const ended = this.#subscriptions.listen(id, wanted, { signal: listener.signal, taskIds });
    begin();
    return ended;
  }

  #dispatchLegacy({ method, params }: RpcRequest): Outcome {
    if (method === 'ping') return { result: {} };
    if (method === 'server/discover' && this.#capabilities === undefined) {
      return { error: { code: INVALID_PARAMS, message: 'The request lacks its _meta.' } };
    }
    if (method !== 'initialize') return { error: methodNotFound(method) };
    this.#capabilities = membersOf(params['capabilities']);
    const result = initializeResult(params['protocolVersion'], this.#options.serverInfo);
    this.#version = result.protocolVersion;
    return { result };
  }

  async #call({ modern, progress, request, signal }: PendingRequest): Promise<Outcome> {
    const { id, params } = request;
    const { name } = params;
    if (typeof name !== 'string') {
      return { error: { code: INVALID_PARAMS, message: '`name` must be a string.' } };
    }
    const capabilities = modern?.capabilities ?? this.#capabilities;
    const version = this.#version;
    const onNotification = progress.forward;
    const call = { name, params, modern, capabilities, version, signal, onNotification };
    const outcome = await this.#makeCall(call);
    const isError = outcome.kind === 'error' || outcome.result['isError'] === true;
    this.#options.log('call', { id, name, isError });
    return outcome;
  }
}

/** The name of the called tool, else the method. */
function nameOf({ method, params }: RpcRequest): string {
  return typeof params['name'] === 'string' ? params['name'] : method;
}

function methodNotFound(method: string): RpcError {
  return { code: METHOD_NOT_FOUND, message: `Method not found: ${method.slice(0, 100)}` };
}
