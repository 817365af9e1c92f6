import { Failure } from '../../contract/failure.ts';
import {
  identityOf,
  LEGACY_VERSIONS,
  modernRequestOf,
  withModernMeta,
  withoutModernMeta,
} from '../protocol-version.ts';
import type { UnnumberedRequest } from './hosted-server.ts';
import type { LargeResponses } from './large-responses.ts';
import { nextStep, type Rejection, type RequestForm, rejectionOf } from './negotiation.ts';
import { type McpResponse, sendNotification, sendRequest } from './send.ts';
import type { Upstream } from './upstream.ts';

export interface NegotiatingClientOptions {
  readonly upstream: Upstream;
  /** Of this program. */
  readonly version: string;
  readonly largeAnswers: LargeResponses;
}

/** What a legacy server agreed to, where it insisted on being asked. */
interface NegotiatedSession {
  readonly session: string | undefined;
  readonly version: string;
}

/** What can go along in a header. */
const VERSION = /^[\x21-\x7e]{1,40}$/;

/**
 * The era in which one server is spoken to: as the assistant speaks, until the server turns out to
 * have but one, with one `initialize` where it insists on that.
 */
export class NegotiatingClient {
  readonly #options: NegotiatingClientOptions;
  #agreed: NegotiatedSession | undefined;
  /** The one era of a server that has turned out to have no other. */
  #only: 'modern' | 'legacy' | undefined;
  #initializing: Promise<boolean> | undefined;
  #lastId = 0;

  constructor(options: NegotiatingClientOptions) {
    this.#options = options;
  }

  /**
   * A message that was not taken has not run: it may be sent again in another form, where the form
   * and not what it says was at fault. Throws `Failure` as `exchangeMcp` does.
   */
  async ask(request: UnnumberedRequest): Promise<McpResponse> {
    const sentAs = this.#formOf(request);
    const agreed = this.#agreed;
    const sent = this.#send(request);
    const refused = await sent.then(refusedOf, refusedOfFailure);
    const step = refused === undefined ? 'end' : nextStep(sentAs, refused);
    if (step === 'end') return sent;
    const isSameForm = this.#formOf(request) === sentAs && this.#agreed === agreed;
    if (refused === 'other' && isSameForm && (await this.#takesLists(request))) return sent;
    if (step === 'modern') this.#only = 'modern';
    if (step === 'initialize' && !(await this.#agreeAnew(agreed))) {
      return sentAs === 'modern' ? sent : this.#tryModern(request, sent);
    }
    return this.#send(request);
  }

  /** Whether a call was refused in a form that is taken: then the call itself was refused. */
  async #takesLists(request: UnnumberedRequest): Promise<boolean> {
    const { isModern, method, signal } = request;
    if (method !== 'tools/call') return false;
    const calm = { params: {}, operationClass: 'read', waitSeconds: 0 } as const;
    const list = this.#send({ ...calm, method: 'tools/list', isModern, signal });
    return (await list.then(refusedOf, refusedOfFailure)) === undefined;
  }

  /** For a server that knows neither the older form nor its hello, or not any more. */
  async #tryModern(
    request: UnnumberedRequest,
    refused: Promise<McpResponse>,
  ): Promise<McpResponse> {
    const answer = await this.#send(request, 'modern');
    if (refusedOf(answer) !== undefined) return refused;
    this.#only = 'modern';
    return answer;
  }

  #formOf({ isModern }: UnnumberedRequest): RequestForm {
    if (this.#only === 'modern' || (this.#only === undefined && isModern)) return 'modern';
    return this.#agreed?.session === undefined ? 'legacy' : 'in a session';
  }

  /** As the assistant speaks, or as a server of one era alone wants it. */
  #send(request: UnnumberedRequest, form = this.#formOf(request)): Promise<McpResponse> {
    this.#lastId += 1;
    const { largeAnswers, upstream, version } = this.#options;
    const numbered = { ...request, id: this.#lastId, largeAnswers };
    if (form !== 'modern') {
      const params = request.isModern ? withoutModernMeta(request.params) : request.params;
      return sendRequest(upstream, { ...numbered, ...this.#agreed, params, isModern: false });
    }
    const { params } = request;
    const said = modernRequestOf(params) === undefined ? withModernMeta(params, version) : params;
    return sendRequest(upstream, { ...numbered, params: said, isModern: true });
  }

  /** Says hello once for all requests that were refused under what was agreed before. */
  #agreeAnew(before: NegotiatedSession | undefined): Promise<boolean> {
    if (this.#agreed !== before) return Promise.resolve(true);
    this.#initializing ??= this.#initialize().finally(() => {
      this.#initializing = undefined;
    });
    return this.#initializing;
  }

  /** Gives whether the server agreed to a version. */
  async #initialize(): Promise<boolean> {
    this.#lastId += 1;
    const { largeAnswers, upstream, version: own } = this.#options;
    const calm = { isModern: false, operationClass: 'read', waitSeconds: 0 } as const;
    const clientInfo = identityOf(own);
    const params = { protocolVersion: LEGACY_VERSIONS[0], capabilities: {}, clientInfo };
    const hello = {
      ...calm,
      id: this.#lastId,
      largeAnswers,
      method: 'initialize',
      params,
    } as const;
    const answer = await sendRequest(upstream, hello).catch(() => undefined);
    if (answer?.kind !== 'result') return false;
    const { protocolVersion: version } = answer.result;
    if (typeof version !== 'string' || !VERSION.test(version)) return false;
    this.#agreed = { session: answer.session, version };
    this.#only = 'legacy';
    const heard = { ...calm, ...this.#agreed, method: 'notifications/initialized' } as const;
    await sendNotification(upstream, { ...heard, params: {} }).catch(() => undefined);
    return true;
  }
}

function refusedOf(answer: McpResponse): Rejection | undefined {
  const isTaken = answer.kind === 'result' || (answer.status !== 400 && answer.status !== 404);
  return isTaken ? undefined : rejectionOf(answer);
}

/** A refusal that is neither JSON-RPC nor a problem: an older server may put it in any words. */
function refusedOfFailure(error: unknown): Rejection | undefined {
  if (!(error instanceof Failure) || error.kind !== 'not_the_service') return undefined;
  const { status } = error.facts;
  if (status === 404) return 'nothing there';
  return status === 400 ? 'other' : undefined;
}
