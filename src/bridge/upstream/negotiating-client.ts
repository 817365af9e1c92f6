import { Failure } from '../../contract/failure.ts';
import {
  identityOf,
  LEGACY_VERSIONS,
  modernRequestOf,
  withModernMeta,
  withoutModernMeta,
} from '../protocol-version.ts';
import type { LargeResponses } from './large-responses.ts';
import type { HostedMessage, McpResponse } from './mcp-message.ts';
import { nextStep, type Rejection, type RequestForm, rejectionOf } from './negotiation.ts';
import { sendNotification, sendRequest } from './send.ts';
import type { Upstream } from './upstream.ts';

interface NegotiatingClientOptions {
  readonly upstream: Upstream;
  /** Of this program. */
  readonly version: string;
  readonly largeResponses: LargeResponses;
}

/** What a server with a handshake agreed to in `initialize`. */
interface NegotiatedSession {
  readonly session: string | undefined;
  readonly version: string;
}

/** A version that can be sent in a header. */
const VERSION = /^[\x21-\x7e]{1,40}$/;

/**
 * A client of one MCP server that finds out which protocol versions the server has: it sends as the
 * assistant does until the server rejects that, and calls `initialize` once where the server wants it.
 */
export class NegotiatingClient {
  readonly #options: NegotiatingClientOptions;
  #session: NegotiatedSession | undefined;
  /** Set once the server has turned out to have versions of one kind only. */
  #only: 'modern' | 'legacy' | undefined;
  #initializing: Promise<boolean> | undefined;
  #lastId = 0;

  constructor(options: NegotiatingClientOptions) {
    this.#options = options;
  }

  /**
   * Sends a request, and once more in another form where the server rejected the form: a rejected
   * request has not run. Throws `Failure` as `sendRequest` does.
   */
  async send(request: HostedMessage): Promise<McpResponse> {
    const form = this.#formOf(request);
    const session = this.#session;
    const sent = this.#sendAs(form, request);
    let rejection: Rejection | undefined;
    try {
      const response = await sent;
      rejection = rejectionOfResponse(response);
      if (rejection === undefined) return response;
    } catch (error) {
      rejection = rejectionOfFailure(error);
    }
    const step = rejection === undefined ? 'end' : nextStep(form, rejection);
    if (step === 'end') return sent;
    const isSameForm = this.#formOf(request) === form && this.#session === session;
    if (rejection === 'other' && isSameForm && (await this.#acceptsList(request))) return sent;
    if (step === 'modern') this.#only = 'modern';
    if (step === 'initialize' && !(await this.#renewSession(session))) {
      return form === 'modern' ? sent : this.#tryModern(request, sent);
    }
    return this.#sendAs(this.#formOf(request), request);
  }

  /** Whether the server accepts `tools/list` in the form of a rejected call: then it rejected the call itself. */
  async #acceptsList(request: HostedMessage): Promise<boolean> {
    const { isModern, method, signal } = request;
    if (method !== 'tools/call') return false;
    const list = { params: {}, operationClass: 'read', waitSeconds: 0 } as const;
    const sent = this.#sendAs(this.#formOf(request), {
      ...list,
      method: 'tools/list',
      isModern,
      signal,
    });
    return (await sent.then(rejectionOfResponse, rejectionOfFailure)) === undefined;
  }

  /** For a server that takes neither the older form nor `initialize`, or does not any more. */
  async #tryModern(request: HostedMessage, rejected: Promise<McpResponse>): Promise<McpResponse> {
    const response = await this.#sendAs('modern', request);
    if (rejectionOfResponse(response) !== undefined) return rejected;
    this.#only = 'modern';
    return response;
  }

  #formOf({ isModern }: HostedMessage): RequestForm {
    if (this.#only === 'modern' || (this.#only === undefined && isModern)) return 'modern';
    return this.#session?.session === undefined ? 'legacy' : 'in a session';
  }

  #sendAs(form: RequestForm, request: HostedMessage): Promise<McpResponse> {
    this.#lastId += 1;
    const { largeResponses, upstream, version } = this.#options;
    const options = { id: this.#lastId, largeResponses };
    const { params } = request;
    if (form !== 'modern') {
      const legacy = request.isModern ? withoutModernMeta(params) : params;
      const message = { ...request, ...this.#session, params: legacy, isModern: false };
      return sendRequest(upstream, message, options);
    }
    const isWhole = modernRequestOf(params) !== undefined;
    const modern = isWhole ? params : withModernMeta(params, version, request.capabilities);
    return sendRequest(upstream, { ...request, params: modern, isModern: true }, options);
  }

  /** Calls `initialize` once for all requests that were rejected in the session `old`. */
  #renewSession(old: NegotiatedSession | undefined): Promise<boolean> {
    if (this.#session !== old) return Promise.resolve(true);
    this.#initializing ??= this.#initialize().finally(() => {
      this.#initializing = undefined;
    });
    return this.#initializing;
  }

  /** Whether the server agreed to a version. */
  async #initialize(): Promise<boolean> {
    this.#lastId += 1;
    const { largeResponses, upstream, version: own } = this.#options;
    const basics = { isModern: false, operationClass: 'read', waitSeconds: 0 } as const;
    const clientInfo = identityOf(own);
    const params = { protocolVersion: LEGACY_VERSIONS[0], capabilities: {}, clientInfo };
    const response = await sendRequest(
      upstream,
      { ...basics, method: 'initialize', params },
      { id: this.#lastId, largeResponses },
    ).catch(() => undefined);
    if (response?.kind !== 'result') return false;
    const { protocolVersion: version } = response.result;
    if (typeof version !== 'string' || !VERSION.test(version)) return false;
    this.#session = { session: response.session, version };
    this.#only = 'legacy';
    const initialized = {
      ...basics,
      ...this.#session,
      method: 'notifications/initialized',
    } as const;
    await sendNotification(upstream, { ...initialized, params: {} }).catch(() => undefined);
    return true;
  }
}

function rejectionOfResponse(response: McpResponse): Rejection | undefined {
  const isAccepted =
    response.kind === 'result' || (response.status !== 400 && response.status !== 404);
  return isAccepted ? undefined : rejectionOf(response);
}

/** For a rejection that is neither JSON-RPC nor a problem document: an older server may use any words. */
function rejectionOfFailure(error: unknown): Rejection | undefined {
  if (!(error instanceof Failure) || error.kind !== 'not_the_service') return undefined;
  const { status } = error.facts;
  if (status === 404) return 'nothing there';
  return status === 400 ? 'other' : undefined;
}
