import { fingerprintOf } from '../client/catalogue/cache.ts';
import { Failure } from '../contract/failure.ts';
import { LEGACY_VERSIONS, withoutModernMeta } from './era.ts';
import { exchangeMcp, type McpAnswer, type McpRequest } from './exchange.ts';
import { membersOf } from './json-rpc.ts';
import type { BridgeOptions } from './options.ts';
import { type BridgeRim, openUpstream, type Upstream } from './upstream.ts';

export type HostedRequest = Omit<McpRequest, 'session' | 'version'>;

/**
 * The hosted server as the bridge speaks to it, one connection for the process: opened with the
 * first request, anew when its key is refused and another one has been given, and with one
 * `initialize` where the server insists on it.
 */
export class Hosted {
  readonly #rim: BridgeRim;
  readonly #flags: BridgeOptions['target'];
  #opening: Promise<Upstream> | undefined;
  #session: string | undefined;
  #version: string | undefined;
  #isInitialised = false;
  #takesModern = true;

  constructor(rim: BridgeRim, flags: BridgeOptions['target']) {
    this.#rim = rim;
    this.#flags = flags;
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
    const opening = openUpstream(this.#rim, this.#flags);
    this.#opening = opening;
    // What could not be opened is tried anew with the next request.
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    return opening;
  }

  /** A message that was not taken has not run: it may be sent again in another form. */
  async #sendAsTaken(upstream: Upstream, request: HostedRequest): Promise<McpAnswer> {
    const answer = await this.#send(upstream, request);
    if (answer.kind !== 'error' || (answer.status !== 400 && answer.status !== 404)) return answer;
    const wasModern = request.isModern && this.#takesModern;
    if (wasModern ? isOfModernServer(answer) : this.#isInitialised && !this.#session) return answer;
    this.#takesModern = false;
    await this.#initialise(upstream);
    return this.#send(upstream, request);
  }

  /** As the assistant speaks, or as a server of the older era wants it. */
  #send(upstream: Upstream, request: HostedRequest): Promise<McpAnswer> {
    const isModern = request.isModern && this.#takesModern;
    const params = isModern ? request.params : withoutModernMeta(request.params);
    const agreed = { session: this.#session, version: this.#version };
    return exchangeMcp(upstream, { ...request, params, isModern, ...agreed });
  }

  async #initialise(upstream: Upstream): Promise<void> {
    this.#isInitialised = true;
    const clientInfo = { name: 'fleet-mcp', version: this.#rim.version };
    const answer = await exchangeMcp(upstream, {
      method: 'initialize',
      params: { protocolVersion: LEGACY_VERSIONS[0], capabilities: {}, clientInfo },
      isModern: false,
      operationClass: 'read',
      waitSeconds: 0,
    });
    if (answer.kind !== 'result') return;
    this.#session = answer.session;
    const agreed = answer.result['protocolVersion'];
    this.#version = typeof agreed === 'string' ? agreed : undefined;
  }

  /** Whether another key was given meanwhile; the next request then goes with it. */
  async #findOtherKey(old: Upstream): Promise<boolean> {
    const next = await openUpstream(this.#rim, this.#flags).catch(() => undefined);
    if (next === undefined) return false;
    const { baseUrl, key } = next.options;
    if (key === old.options.key && baseUrl.text === old.options.baseUrl.text) return false;
    this.#rim.log('key', { what: 'another key is used from now on' });
    this.#opening = Promise.resolve(next);
    this.#session = undefined;
    this.#isInitialised = false;
    return true;
  }
}

function isRefusedKey(error: unknown): boolean {
  return error instanceof Failure && error.facts.status === 401;
}

/** The codes that only a server of 2026-07-28 knows: it has understood, and means what it says. */
function isOfModernServer({ error }: Extract<McpAnswer, { readonly kind: 'error' }>): boolean {
  const isItsCode = error.code <= -32020 && error.code >= -32099;
  return isItsCode && !(error.code === -32022 && membersOf(error.data)['supported'] !== undefined);
}
