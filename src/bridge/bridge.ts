import { type Asking, type AskingParts, createAsking } from './asking.ts';
import { type CallDesk, callTool } from './call-tool.ts';
import {
  legacyVersionFor,
  MODERN_VERSION,
  type ModernRequest,
  modernRequestOf,
  modernResult,
} from './era.ts';
import { heartbeat } from './heartbeat.ts';
import type { InFlight } from './in-flight.ts';
import { INSTRUCTIONS } from './instructions.ts';
import {
  INVALID_PARAMS,
  isRpcId,
  METHOD_NOT_FOUND,
  membersOf,
  type RpcError,
  type RpcRequest,
  readMessage,
} from './json-rpc.ts';
import { createSubscriptions, type Subscriptions, TOOLS_CHANGED } from './subscriptions.ts';
import { classOfTool } from './tool-class.ts';

export interface BridgeParts extends CallDesk, AskingParts {
  readonly inFlight: InFlight;
  readonly serverInfo: { readonly name: string; readonly title: string; readonly version: string };
  readonly log: (event: string, facts?: Readonly<Record<string, unknown>>) => void;
}

type Members = Readonly<Record<string, unknown>>;
type End = { readonly result: Members } | { readonly error: RpcError };

/** How long a list may be kept: it changes with the service's releases and the key. */
const LIST_TTL_MS = 300_000;
const DISCOVER_TTL_MS = 3_600_000;
const CAPABILITIES = { tools: { listChanged: true } };

/** The MCP server on stdio, in both eras at once; what it does not answer itself it forwards. */
export class Bridge {
  readonly #parts: BridgeParts;
  readonly #asking: Asking;
  readonly #subscriptions: Subscriptions;
  /** What the assistant said that it can do, in the era with a handshake. */
  #capabilities: Members | undefined;

  constructor(parts: BridgeParts) {
    this.#parts = parts;
    this.#asking = createAsking(parts);
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
      const work = (signal: AbortSignal): Promise<void> => this.#answer(message, signal);
      // What is answered here does not wait for calls that take their time.
      if (message.method === 'tools/call') void inFlight.runInTurn(message.id, work);
      else void inFlight.run(message.id, work);
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

  async #answer(request: RpcRequest, signal: AbortSignal): Promise<void> {
    const { log, output, serverInfo } = this.#parts;
    const { id, method, params } = request;
    const modern = modernRequestOf(params);
    try {
      const end = modern?.error
        ? { error: modern.error }
        : await this.#resultOf(request, modern, signal);
      if (signal.aborted || end === undefined) return;
      const isModern = modern !== undefined;
      if ('error' in end) output.send({ id, error: end.error });
      else
        output.send({ id, result: isModern ? modernResult(end.result, serverInfo) : end.result });
    } catch (error) {
      log('fault', { method, error: String(error) });
      if (!signal.aborted) output.send({ id, error: { code: -32603, message: 'Internal error' } });
    }
    await output.ready();
  }

  async #resultOf(
    request: RpcRequest,
    modern: ModernRequest | undefined,
    signal: AbortSignal,
  ): Promise<End | undefined> {
    switch (request.method) {
      case 'tools/call':
        return this.#call(request, modern, signal);
      case 'tools/list': {
        const listed = { tools: await this.#offered() };
        const caching = { ttlMs: LIST_TTL_MS, cacheScope: 'private' };
        return { result: modern === undefined ? listed : { ...listed, ...caching } };
      }
      default:
        return modern === undefined
          ? this.#legacyResult(request)
          : this.#modernResult(request, signal);
    }
  }

  async #modernResult(
    { id, method, params }: RpcRequest,
    signal: AbortSignal,
  ): Promise<End | undefined> {
    if (method === 'subscriptions/listen') {
      return this.#subscriptions.listen(id, params['notifications'], signal);
    }
    if (method !== 'server/discover') return { error: unknown(method) };
    return {
      result: {
        supportedVersions: [MODERN_VERSION],
        capabilities: CAPABILITIES,
        instructions: INSTRUCTIONS,
        ttlMs: DISCOVER_TTL_MS,
        cacheScope: 'private',
      },
    };
  }

  #legacyResult({ method, params }: RpcRequest): End {
    if (method === 'ping') return { result: {} };
    if (method === 'server/discover' && this.#capabilities === undefined) {
      return { error: { code: INVALID_PARAMS, message: 'The request lacks its _meta.' } };
    }
    if (method !== 'initialize') return { error: unknown(method) };
    this.#capabilities = membersOf(params['capabilities']);
    const protocolVersion = legacyVersionFor(params['protocolVersion']);
    const { serverInfo } = this.#parts;
    const hello = { capabilities: CAPABILITIES, serverInfo, instructions: INSTRUCTIONS };
    return { result: { protocolVersion, ...hello } };
  }

  async #offered(): Promise<readonly unknown[]> {
    const { filter, tools } = this.#parts;
    const all = await tools.all();
    const names = new Set<string>();
    return all.filter((tool) => {
      const { name } = membersOf(tool);
      // One entry that is no tool, or a name given twice, and assistants refuse the whole list.
      if (typeof name !== 'string' || names.has(name)) return false;
      names.add(name);
      return filter(name, classOfTool(name, tool)) === undefined;
    });
  }

  async #call(
    { id, params }: RpcRequest,
    modern: ModernRequest | undefined,
    signal: AbortSignal,
  ): Promise<End> {
    const { name } = params;
    if (typeof name !== 'string') {
      return { error: { code: INVALID_PARAMS, message: '`name` must be a string.' } };
    }
    const { clock, log, output } = this.#parts;
    const token = membersOf(params['_meta'])['progressToken'];
    const stop = heartbeat({ output, clock, token, signal, name });
    const ask =
      modern === undefined
        ? this.#asking.legacy(this.#capabilities, signal)
        : this.#asking.modern(params, modern);
    try {
      const isModern = modern !== undefined;
      const call = { name, params, isModern, signal, ask };
      const end = await callTool(this.#parts, call);
      log('call', { id, name, isError: end.kind === 'error' || end.result['isError'] === true });
      return end;
    } finally {
      stop();
    }
  }
}

function unknown(method: string): RpcError {
  return { code: METHOD_NOT_FOUND, message: `Method not found: ${method.slice(0, 100)}` };
}
