import { type JsonObject, membersOf } from '../../base/json/object.ts';
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
import { type CallContext, callTool } from '../tools/call-tool.ts';
import { internalErrorResult } from '../tools/error-result.ts';
import { LIST_CACHING, offeredTools } from '../tools/offered-tools.ts';
import { classOfTool } from '../tools/tool-class.ts';
import { createElicitation, type Elicitation, type ElicitationOptions } from './elicitation.ts';
import type { InFlight } from './in-flight.ts';
import { discoverResult, initializeResult, type ServerInfo } from './initialize.ts';
import { type CallProgress, createProgress } from './progress.ts';
import { createSubscriptions, type Subscriptions, TOOLS_CHANGED } from './subscriptions.ts';

export interface SessionOptions extends CallContext, ElicitationOptions {
  readonly inFlight: InFlight;
  readonly serverInfo: ServerInfo;
  readonly log: (event: string, facts?: JsonObject) => void;
}

type Outcome = { readonly result: JsonObject } | { readonly error: RpcError };

const INTERNAL = { code: -32603, message: 'Internal error' };

/** A request on the way to its answer. */
interface PendingRequest {
  readonly request: RpcRequest;
  readonly modern: ModernRequest | undefined;
  readonly signal: AbortSignal;
  readonly progress: CallProgress;
}

/** The MCP server on stdio, in both eras at once; what it does not answer itself it forwards. */
export class AssistantSession {
  readonly #parts: SessionOptions;
  readonly #asking: Elicitation;
  readonly #subscriptions: Subscriptions;
  /** What the assistant said that it can do, in the era with a handshake. */
  #capabilities: JsonObject | undefined;

  constructor(parts: SessionOptions) {
    this.#parts = parts;
    this.#asking = createElicitation(parts);
    this.#subscriptions = createSubscriptions(parts.output);
  }

  /** One line from the assistant. */
  take(line: string): void {
    const { inFlight, output } = this.#parts;
    const message = readMessage(line);
    if (message.kind === 'mistake') output.send({ id: message.id, error: message.error });
    if (message.kind === 'response') this.#asking.answered(message.id, message.result);
    if (message.kind === 'notification' && message.method === 'notifications/cancelled') {
      this.#cancel(message.params['requestId']);
    }
    if (message.kind === 'request') {
      void inFlight
        .run(message.id, (signal) => this.#take(message, signal))
        .catch((error) => {
          this.#fault(message, error);
        });
    }
  }

  /** The live list of tools differs from the one that was given out. */
  toolsChanged(): void {
    if (this.#capabilities !== undefined) this.#parts.output.send({ method: TOOLS_CHANGED });
    this.#subscriptions.tellToolsChanged();
  }

  #cancel(id: unknown): void {
    const { inFlight, log } = this.#parts;
    if (isRpcId(id) && inFlight.cancel(id))
      log('cancelled', { id, what: 'the waiting ended; the job goes on' });
  }

  /** What is answered here does not wait for calls that take their time. */
  async #take(request: RpcRequest, signal: AbortSignal): Promise<void> {
    const { clock, inFlight, output } = this.#parts;
    const { method, params } = request;
    const isCall = method === 'tools/call';
    const token = isCall ? membersOf(params['_meta'])['progressToken'] : undefined;
    const name = nameIn(request);
    const progress = createProgress({ output, clock, token, signal, name });
    const asked = { request, modern: modernRequestOf(params), signal, progress };
    if (isCall) await inFlight.inTurn(signal, () => this.#answer(asked));
    else await this.#answer(asked);
    progress.stop();
  }

  async #answer(asked: PendingRequest): Promise<void> {
    const { output } = this.#parts;
    const { modern, progress, request, signal } = asked;
    try {
      const end = await this.#endOf(asked).finally(progress.stop);
      if (signal.aborted || end === undefined) return;
      this.#send(request.id, end, modern);
    } catch (error) {
      if (!signal.aborted) this.#fault(request, error);
    }
    await output.ready();
  }

  /** Whatever goes wrong here costs this request and no other. */
  #fault(request: RpcRequest, error: unknown): void {
    const { id, method, params } = request;
    this.#parts.log('fault', { method, error: String(error) });
    const name = nameIn(request);
    const acts = classOfTool(name, this.#parts.tools.known(name)) !== 'read';
    const end =
      method === 'tools/call'
        ? { result: internalErrorResult(error, { acts }) }
        : { error: INTERNAL };
    this.#send(id, end, modernRequestOf(params));
  }

  #send(id: RpcId, end: Outcome, modern: ModernRequest | undefined): void {
    const { output, serverInfo } = this.#parts;
    if ('error' in end) output.send({ id, error: end.error });
    else if (modern === undefined) output.send({ id, result: end.result });
    else output.send({ id, result: modernResult(end.result, serverInfo) });
  }

  async #endOf(asked: PendingRequest): Promise<Outcome | undefined> {
    const { modern, request, signal } = asked;
    if (modern?.error) return { error: modern.error };
    switch (request.method) {
      case 'tools/call':
        return this.#call(asked);
      case 'tools/list': {
        const { filter, tools } = this.#parts;
        const listed = { tools: offeredTools(await tools.all(), filter) };
        return { result: modern === undefined ? listed : { ...listed, ...LIST_CACHING } };
      }
      default:
        return modern === undefined ? this.#legacyEnd(request) : this.#modernEnd(request, signal);
    }
  }

  async #modernEnd(
    { id, method, params }: RpcRequest,
    signal: AbortSignal,
  ): Promise<Outcome | undefined> {
    if (method === 'subscriptions/listen') {
      return this.#subscriptions.listen(id, params['notifications'], signal);
    }
    if (method !== 'server/discover') return { error: unknown(method) };
    return { result: discoverResult() };
  }

  #legacyEnd({ method, params }: RpcRequest): Outcome {
    if (method === 'ping') return { result: {} };
    if (method === 'server/discover' && this.#capabilities === undefined) {
      return { error: { code: INVALID_PARAMS, message: 'The request lacks its _meta.' } };
    }
    if (method !== 'initialize') return { error: unknown(method) };
    this.#capabilities = membersOf(params['capabilities']);
    return { result: initializeResult(params['protocolVersion'], this.#parts.serverInfo) };
  }

  async #call({ modern, progress, request, signal }: PendingRequest): Promise<Outcome> {
    const { id, params } = request;
    const { name } = params;
    if (typeof name !== 'string') {
      return { error: { code: INVALID_PARAMS, message: '`name` must be a string.' } };
    }
    const capabilities = this.#capabilities;
    const ask =
      modern === undefined
        ? this.#asking.legacy({ params, capabilities, signal })
        : this.#asking.modern(params, modern);
    const onNotification = progress.passOn;
    const call = { name, params, isModern: modern !== undefined, signal, ask, onNotification };
    const end = await callTool(this.#parts, call);
    const isError = end.kind === 'error' || end.result['isError'] === true;
    this.#parts.log('call', { id, name, isError });
    return end;
  }
}

/** Of the tool where a tool is called, for whoever reads it. */
function nameIn({ method, params }: RpcRequest): string {
  return typeof params['name'] === 'string' ? params['name'] : method;
}

function unknown(method: string): RpcError {
  return { code: METHOD_NOT_FOUND, message: `Method not found: ${method.slice(0, 100)}` };
}
