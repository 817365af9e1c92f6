import { fingerprintOf } from '../../client/catalogue/cache.ts';
import { Failure } from '../../contract/failure.ts';
import type { Mac } from '../../contract/task/task-id.ts';
import { keepServiceFlags } from '../../render/service-command.ts';
import type { BridgeOptions } from '../options.ts';
import type { LargeResponses } from './large-responses.ts';
import type { HostedMessage, McpResponse } from './mcp-message.ts';
import { NegotiatingClient } from './negotiating-client.ts';
import { assertSameService, type ServiceIdentity, serviceOf } from './service-identity.ts';
import { type BridgeRuntime, openUpstream, type Upstream } from './upstream.ts';

interface HostedServerOptions {
  readonly runtime: BridgeRuntime;
  readonly target: BridgeOptions['target'];
  /** Called when another key is used from now on. */
  readonly onOtherKey: () => void;
  readonly largeResponses: LargeResponses;
}

const MAC_BYTES = 16;

interface HostedIdentity {
  readonly baseUrl: string;
  readonly profile: string;
  readonly keyFingerprint: string;
}

/** The service with a key to it, and the client that sends to it. */
interface HostedConnection {
  readonly upstream: Upstream;
  readonly client: NegotiatingClient;
}

/**
 * The hosted MCP server, one for the whole process: its address and key are resolved with the first
 * request, and the key again when it is refused and another one has been stored meanwhile.
 */
export class HostedServer {
  readonly #options: HostedServerOptions;
  #opening: Promise<HostedConnection> | undefined;

  constructor(options: HostedServerOptions) {
    this.#options = options;
  }

  /**
   * Sends a request. Throws `Failure` for refusals over HTTP, without a key, without a response, and where
   * the key is refused and the login is for another service by now.
   */
  async send(request: HostedMessage): Promise<McpResponse> {
    const opened = await this.#open();
    try {
      return await opened.client.send(request);
    } catch (error) {
      if (!isKeyRefused(error) || !(await this.#switchKey(opened))) throw error;
      return (await this.#open()).client.send(request);
    }
  }

  /** The service that requests go to. Throws `Failure` without a key. */
  async service(): Promise<ServiceIdentity> {
    return serviceOf((await this.#open()).upstream);
  }

  /** What a cache of this service, profile and key is named by. Throws `Failure` without a key. */
  async identity(): Promise<HostedIdentity> {
    const { options, profile } = (await this.#open()).upstream;
    const keyFingerprint = fingerprintOf(options.key ?? '');
    return { baseUrl: options.baseUrl.text, profile, keyFingerprint };
  }

  /**
   * Codes of authentication, 128 bits in base64url, that every bridge with this key and service makes
   * alike, and nobody without the key. Throws `Failure` without a key.
   */
  async mac(): Promise<Mac> {
    const { createHmac } = process.getBuiltinModule('node:crypto');
    const { options } = (await this.#open()).upstream;
    const purpose = `fleet mcp task ids ${options.baseUrl.text}`;
    const secret = createHmac('sha256', options.key ?? '')
      .update(purpose)
      .digest();
    return (text) =>
      createHmac('sha256', secret)
        .update(text)
        .digest()
        .subarray(0, MAC_BYTES)
        .toString('base64url');
  }

  #open(): Promise<HostedConnection> {
    if (this.#opening !== undefined) return this.#opening;
    const opening = this.#first();
    this.#opening = opening;
    // Where it fails, the next request tries again.
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    return opening;
  }

  /** What a person is told to type goes there as well, whichever profile is the chosen one by then. */
  async #first(): Promise<HostedConnection> {
    const connection = await this.#resolve();
    const { profile } = connection.upstream;
    if (profile !== '') keepServiceFlags({ ...this.#options.target, profile });
    return connection;
  }

  async #resolve(): Promise<HostedConnection> {
    const { largeResponses, runtime, target } = this.#options;
    const upstream = await openUpstream(runtime, target);
    return {
      upstream,
      client: new NegotiatingClient({ upstream, largeResponses, version: runtime.version }),
    };
  }

  /** Whether there is another key of this service by now; the next request is sent with it. Throws `Failure`. */
  async #switchKey(old: HostedConnection): Promise<boolean> {
    const { onOtherKey, runtime } = this.#options;
    const next = await this.#resolve().catch(() => undefined);
    // Another refused call may have switched it already.
    const now = await this.#open().catch(() => undefined);
    if (now !== undefined && now !== old) return true;
    if (next === undefined) return false;
    assertSameService(old.upstream, next.upstream);
    if (next.upstream.options.key === old.upstream.options.key) return false;
    runtime.log('key', { what: 'another key is used from now on' });
    this.#opening = Promise.resolve(next);
    onOtherKey();
    return true;
  }
}

function isKeyRefused(error: unknown): boolean {
  return error instanceof Failure && error.facts.status === 401;
}
