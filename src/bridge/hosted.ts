import { fingerprintOf } from '../client/catalogue/cache.ts';
import { Failure } from '../contract/failure.ts';
import {
  identityOf,
  LEGACY_VERSIONS,
  modernRequestOf,
  withModernMeta,
  withoutModernMeta,
} from './era.ts';
import { nextStep, type Refused, refusedBy, type SentAs } from './era-of-server.ts';
import { exchangeMcp, type McpAnswer, type McpRequest, notifyMcp } from './exchange.ts';
import type { LargeAnswers } from './large-answers.ts';
import type { BridgeOptions } from './options.ts';
import { type BridgeRim, openUpstream, type Upstream } from './upstream.ts';

export type HostedRequest = Omit<McpRequest, 'id' | 'largeAnswers' | 'session' | 'version'>;

export interface HostedOptions {
  readonly rim: BridgeRim;
  readonly target: BridgeOptions['target'];
  /** Told when another key is used from now on. */
  readonly onOtherKey: () => void;
  readonly largeAnswers: LargeAnswers;
}

/** What a legacy server agreed to, where it insisted on being asked. */
interface Agreed {
  readonly session: string | undefined;
  readonly version: string;
}

/** What can go along in a header. */
const VERSION = /^[\x21-\x7e]{1,40}$/;

/**
 * The hosted server as the bridge speaks to it, one connection for the process: opened with the
 * first request, anew when its key is refused and another one has been given, and with one
 * `initialize` where the server insists on it.
 */
export class Hosted {
  readonly #options: HostedOptions;
  #opening: Promise<Upstream> | undefined;
  #agreed: Agreed | undefined;
  /** The one era of a server that has turned out to have no other. */
  #only: 'modern' | 'legacy' | undefined;
  #initializing: Promise<boolean> | undefined;
  #lastId = 0;

  constructor(options: HostedOptions) {
    this.#options = options;
  }

  /** Throws `Failure` for refusals over HTTP, for a key that is not there, and without an answer. */
  async ask(request: HostedRequest): Promise<McpAnswer> {
    const upstream = await this.#upstream();
    try {
      return await this.#sendAsTaken(upstream, request);
    } catch (error) {
      if (!isRefusedKey(error) || !(await this.#findOtherKey(upstream))) throw error;
      return this.#sendAsTaken(await this.#upstream(), request);
    }
  }

  /** Tells the caches of different services and keys apart. Throws `Failure` without a key. */
  async identity(): Promise<{ readonly baseUrl: string; readonly keyFingerprint: string }> {
    const { options } = await this.#upstream();
    return { baseUrl: options.baseUrl.text, keyFingerprint: fingerprintOf(options.key ?? '') };
  }

  #upstream(): Promise<Upstream> {
    if (this.#opening !== undefined) return this.#opening;
    const opening = openUpstream(this.#options.rim, this.#options.target);
    this.#opening = opening;
    // What could not be opened is tried anew with the next request.
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    return opening;
  }

  /**
   * A message that was not taken has not run: it may be sent again in another form, where the form
   * and not what it says was at fault.
   */
  async #sendAsTaken(upstream: Upstream, request: HostedRequest): Promise<McpAnswer> {
    const sentAs = this.#formOf(request);
    const agreed = this.#agreed;
    const sent = this.#send(upstream, request);
    const refused = await sent.then(refusedOf, refusedOfFailure);
    const step = refused === undefined ? 'end' : nextStep(sentAs, refused);
    if (step === 'end') return sent;
    const isSameForm = this.#formOf(request) === sentAs && this.#agreed === agreed;
    if (refused === 'other' && isSameForm && (await this.#takesLists(upstream, request)))
      return sent;
    if (step === 'modern') this.#only = 'modern';
    if (step === 'initialize' && !(await this.#agreeAnew(upstream, agreed))) {
      return sentAs === 'modern' ? sent : this.#tryModern(upstream, request, sent);
    }
    return this.#send(upstream, request);
  }

  /** Whether a call was refused in a form that is taken: then the call itself was refused. */
  async #takesLists(upstream: Upstream, request: HostedRequest): Promise<boolean> {
    const { isModern, method, signal } = request;
    if (method !== 'tools/call') return false;
    const calm = { params: {}, operationClass: 'read', waitSeconds: 0 } as const;
    const list = this.#send(upstream, { ...calm, method: 'tools/list', isModern, signal });
    return (await list.then(refusedOf, refusedOfFailure)) === undefined;
  }

  /** For a server that knows neither the older form nor its hello, or not any more. */
  async #tryModern(
    upstream: Upstream,
    request: HostedRequest,
    refused: Promise<McpAnswer>,
  ): Promise<McpAnswer> {
    const answer = await this.#send(upstream, request, 'modern');
    if (refusedOf(answer) !== undefined) return refused;
    this.#only = 'modern';
    return answer;
  }

  #formOf({ isModern }: HostedRequest): SentAs {
    if (this.#only === 'modern' || (this.#only === undefined && isModern)) return 'modern';
    if (this.#agreed?.session !== undefined) return 'in a session';
    return this.#agreed === undefined ? 'legacy' : 'legacy after initialize';
  }

  /** As the assistant speaks, or as a server of one era alone wants it. */
  #send(
    upstream: Upstream,
    request: HostedRequest,
    form = this.#formOf(request),
  ): Promise<McpAnswer> {
    this.#lastId += 1;
    const numbered = { ...request, id: this.#lastId, largeAnswers: this.#options.largeAnswers };
    if (form !== 'modern') {
      const params = withoutModernMeta(request.params);
      return exchangeMcp(upstream, { ...numbered, ...this.#agreed, params, isModern: false });
    }
    const { params } = request;
    const said =
      modernRequestOf(params) === undefined
        ? withModernMeta(params, this.#options.rim.version)
        : params;
    return exchangeMcp(upstream, { ...numbered, params: said, isModern: true });
  }

  /** Says hello once for all requests that were refused under what was agreed before. */
  #agreeAnew(upstream: Upstream, before: Agreed | undefined): Promise<boolean> {
    if (this.#agreed !== before) return Promise.resolve(true);
    this.#initializing ??= this.#initialize(upstream).finally(() => {
      this.#initializing = undefined;
    });
    return this.#initializing;
  }

  /** Gives whether the server agreed to a version. */
  async #initialize(upstream: Upstream): Promise<boolean> {
    this.#lastId += 1;
    const { largeAnswers, rim } = this.#options;
    const calm = { isModern: false, operationClass: 'read', waitSeconds: 0 } as const;
    const clientInfo = identityOf(rim.version);
    const params = { protocolVersion: LEGACY_VERSIONS[0], capabilities: {}, clientInfo };
    const hello = {
      ...calm,
      id: this.#lastId,
      largeAnswers,
      method: 'initialize',
      params,
    } as const;
    const answer = await exchangeMcp(upstream, hello).catch(() => undefined);
    if (answer?.kind !== 'result') return false;
    const { protocolVersion: version } = answer.result;
    if (typeof version !== 'string' || !VERSION.test(version)) return false;
    this.#agreed = { session: answer.session, version };
    this.#only = 'legacy';
    const heard = { ...calm, ...this.#agreed, method: 'notifications/initialized' } as const;
    await notifyMcp(upstream, { ...heard, params: {} }).catch(() => undefined);
    return true;
  }

  /** Whether another key was given meanwhile; the next request then goes with it. */
  async #findOtherKey(old: Upstream): Promise<boolean> {
    const { onOtherKey, rim, target } = this.#options;
    const next = await openUpstream(rim, target).catch(() => undefined);
    // Another call that was refused may have found it first.
    const now = await this.#upstream().catch(() => undefined);
    if (now !== undefined && now !== old) return true;
    if (next === undefined) return false;
    const { baseUrl, key } = next.options;
    if (key === old.options.key && baseUrl.text === old.options.baseUrl.text) return false;
    rim.log('key', { what: 'another key is used from now on' });
    this.#opening = Promise.resolve(next);
    this.#agreed = undefined;
    this.#only = undefined;
    onOtherKey();
    return true;
  }
}

function isRefusedKey(error: unknown): boolean {
  return error instanceof Failure && error.facts.status === 401;
}

function refusedOf(answer: McpAnswer): Refused | undefined {
  const isTaken = answer.kind === 'result' || (answer.status !== 400 && answer.status !== 404);
  return isTaken ? undefined : refusedBy(answer);
}

/** A refusal that is neither JSON-RPC nor a problem: an older server may put it in any words. */
function refusedOfFailure(error: unknown): Refused | undefined {
  if (!(error instanceof Failure) || error.kind !== 'not_the_service') return undefined;
  const { status } = error.facts;
  if (status === 404) return 'nothing there';
  return status === 400 ? 'other' : undefined;
}
