import { type JsonObject, membersOf } from '../base/json/object.ts';
import { type RpcError, UNSUPPORTED_VERSION } from './json-rpc.ts';

/** Revisions with a handshake, newest first. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
export const MODERN_VERSION = '2026-07-28';

const PREFIX = 'io.modelcontextprotocol/';

/** What a request of the newer era says of itself; undefined for one of the older. */
export interface ModernRequest {
  readonly version: string;
  readonly capabilities: JsonObject;
  /** Why it cannot be answered. */
  readonly error?: RpcError;
}

/** Reads the metadata that every request of 2026-07-28 carries. */
export function modernRequestOf(params: JsonObject): ModernRequest | undefined {
  const meta = membersOf(params['_meta']);
  const version = meta[`${PREFIX}protocolVersion`];
  if (typeof version !== 'string') return undefined;
  const capabilities = meta[`${PREFIX}clientCapabilities`];
  const request = { version, capabilities: membersOf(capabilities) };
  if (version !== MODERN_VERSION) {
    const data = { supported: [MODERN_VERSION], requested: version };
    return {
      ...request,
      error: { code: UNSUPPORTED_VERSION, message: 'Unsupported protocol version', data },
    };
  }
  if (typeof capabilities !== 'object' || capabilities === null) {
    const message = `_meta needs ${PREFIX}clientCapabilities.`;
    return { ...request, error: { code: -32602, message } };
  }
  return request;
}

/** The bridge as it names itself to the hosted server. */
export function identityOf(version: string): object {
  return { name: 'fleet-mcp', version };
}

/** Parameters with the metadata of the newer era, for a request that has none of its own. */
export function withModernMeta(params: JsonObject, version: string): JsonObject {
  const meta = {
    ...membersOf(params['_meta']),
    [`${PREFIX}protocolVersion`]: MODERN_VERSION,
    [`${PREFIX}clientCapabilities`]: {},
    [`${PREFIX}clientInfo`]: identityOf(version),
  };
  return { ...params, _meta: meta };
}

/** The version that `initialize` is answered with: the one asked for where it is known, else the newest. */
export function legacyVersionFor(asked: unknown): string {
  return LEGACY_VERSIONS.find((version) => version === asked) ?? LEGACY_VERSIONS[0];
}

/** A result as the newer era has it. */
export function modernResult(result: JsonObject, server: object): JsonObject {
  const meta = { [`${PREFIX}serverInfo`]: server, ...membersOf(result['_meta']) };
  return { resultType: 'complete', ...result, _meta: meta };
}

/** The metadata without what belongs to the newer era, for a service of the older. */
export function withoutModernMeta(params: JsonObject): JsonObject {
  const kept = Object.entries(membersOf(params['_meta'])).filter(
    ([name]) => !name.startsWith(PREFIX),
  );
  const { _meta: _, ...others } = params;
  return kept.length === 0 ? others : { ...others, _meta: Object.fromEntries(kept) };
}
