import { fingerprintOf } from '../../client/catalogue/cache.ts';
import { Failure } from '../../contract/failure.ts';
import type { BridgeOptions } from '../options.ts';
import type { LargeResponses } from './large-responses.ts';
import { NegotiatingClient } from './negotiating-client.ts';
import type { McpRequest, McpResponse } from './send.ts';
import { type BridgeRuntime, openUpstream, type Upstream } from './upstream.ts';

export type UnnumberedRequest = Omit<McpRequest, 'id' | 'largeAnswers' | 'session' | 'version'>;

export interface HostedServerOptions {
  readonly rim: BridgeRuntime;
  readonly target: BridgeOptions['target'];
  /** Told when another key is used from now on. */
  readonly onOtherKey: () => void;
  readonly largeAnswers: LargeResponses;
}

/** A service with a key to it, and the way in which it is spoken to. */
interface HostedConnection {
  readonly upstream: Upstream;
  readonly dialect: NegotiatingClient;
}

/**
 * The hosted server for the whole process: its address and key are looked up with the first
 * request, and anew when the key is refused and another one has been given.
 */
export class HostedServer {
  readonly #options: HostedServerOptions;
  #opening: Promise<HostedConnection> | undefined;

  constructor(options: HostedServerOptions) {
    this.#options = options;
  }

  /** Throws `Failure` for refusals over HTTP, for a key that is not there, and without an answer. */
  async ask(request: UnnumberedRequest): Promise<McpResponse> {
    const opened = await this.#open();
    try {
      return await opened.dialect.ask(request);
    } catch (error) {
      if (!isRefusedKey(error) || !(await this.#findOtherKey(opened))) throw error;
      return (await this.#open()).dialect.ask(request);
    }
  }

  /** Tells the caches of different services and keys apart. Throws `Failure` without a key. */
  async identity(): Promise<{ readonly baseUrl: string; readonly keyFingerprint: string }> {
    const { options } = (await this.#open()).upstream;
    return { baseUrl: options.baseUrl.text, keyFingerprint: fingerprintOf(options.key ?? '') };
  }

  #open(): Promise<HostedConnection> {
    if (this.#opening !== undefined) return this.#opening;
    const opening = this.#lookUp();
    this.#opening = opening;
    // What could not be opened is tried anew with the next request.
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    return opening;
  }

  async #lookUp(): Promise<HostedConnection> {
    const { largeAnswers, rim, target } = this.#options;
    const upstream = await openUpstream(rim, target);
    return {
      upstream,
      dialect: new NegotiatingClient({ upstream, largeAnswers, version: rim.version }),
    };
  }

  /** Whether another key was given meanwhile; the next request then goes with it. */
  async #findOtherKey(old: HostedConnection): Promise<boolean> {
    const { onOtherKey, rim } = this.#options;
    const next = await this.#lookUp().catch(() => undefined);
    // Another call that was refused may have found it first.
    const now = await this.#open().catch(() => undefined);
    if (now !== undefined && now !== old) return true;
    if (next === undefined) return false;
    const { baseUrl, key } = next.upstream.options;
    const before = old.upstream.options;
    if (key === before.key && baseUrl.text === before.baseUrl.text) return false;
    rim.log('key', { what: 'another key is used from now on' });
    this.#opening = Promise.resolve(next);
    onOtherKey();
    return true;
  }
}

function isRefusedKey(error: unknown): boolean {
  return error instanceof Failure && error.facts.status === 401;
}
