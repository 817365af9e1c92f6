import { type JsonObject, membersOf } from '../base/json/object.ts';
import { TASKS_EXTENSION } from '../contract/task/extension.ts';
import { type RpcError, UNSUPPORTED_VERSION } from './json-rpc.ts';

/** Protocol versions with a handshake, newest first. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
/** The protocol version without a handshake: every request says its version and capabilities itself. */
export const MODERN_VERSION = '2026-07-28';

/** The version with a handshake since which a form may have several choices of a list. */
export const SEVERAL_CHOICES_SINCE = '2025-11-25';

const PREFIX = 'io.modelcontextprotocol/';
const VERSION_MEMBER = `${PREFIX}protocolVersion`;
const CAPABILITIES_MEMBER = `${PREFIX}clientCapabilities`;

/** What a request of 2026-07-28 says about itself in `_meta`. */
export interface ModernRequest {
  readonly version: string;
  readonly capabilities: JsonObject;
  /** The response, where the metadata are wrong. */
  readonly error?: RpcError;
}

/** Reads the metadata that every request of 2026-07-28 has; undefined for a request of an older version. */
export function modernRequestOf(params: JsonObject): ModernRequest | undefined {
  const meta = membersOf(params['_meta']);
  const version = meta[VERSION_MEMBER];
  if (typeof version !== 'string') return undefined;
  const capabilities = meta[CAPABILITIES_MEMBER];
  const request = { version, capabilities: membersOf(capabilities) };
  if (version !== MODERN_VERSION) {
    const data = { supported: [MODERN_VERSION], requested: version };
    return {
      ...request,
      error: { code: UNSUPPORTED_VERSION, message: 'Unsupported protocol version', data },
    };
  }
  if (typeof capabilities !== 'object' || capabilities === null) {
    const message = `_meta needs ${CAPABILITIES_MEMBER}.`;
    return { ...request, error: { code: -32602, message } };
  }
  return request;
}

/** The `clientInfo` by which the hosted server knows the bridge. */
export function identityOf(version: string): object {
  return { name: 'fleet-mcp', version };
}

/** Parameters with the metadata of 2026-07-28, for a request that has none. */
export function withModernMeta(
  params: JsonObject,
  version: string,
  capabilities: JsonObject = {},
): JsonObject {
  const meta = {
    ...membersOf(params['_meta']),
    [VERSION_MEMBER]: MODERN_VERSION,
    [CAPABILITIES_MEMBER]: capabilities,
    [`${PREFIX}clientInfo`]: identityOf(version),
  };
  return { ...params, _meta: meta };
}

/** Parameters of a client that declares tasks as those of one that does not. */
export function withoutTasks(params: JsonObject): JsonObject {
  const meta = membersOf(params['_meta']);
  const capabilities = membersOf(meta[CAPABILITIES_MEMBER]);
  const { [TASKS_EXTENSION]: tasks, ...extensions } = membersOf(capabilities['extensions']);
  if (tasks === undefined) return params;
  const declared = { ...capabilities, extensions };
  return { ...params, _meta: { ...meta, [CAPABILITIES_MEMBER]: declared } };
}

/** The version in the result of `initialize`: the requested one where it is supported, else the newest. */
export function legacyVersionFor(requested: unknown): string {
  return LEGACY_VERSIONS.find((version) => version === requested) ?? LEGACY_VERSIONS[0];
}

/** A result with the members that 2026-07-28 adds. */
export function modernResult(result: JsonObject, server: object): JsonObject {
  const meta = { [`${PREFIX}serverInfo`]: server, ...membersOf(result['_meta']) };
  return { resultType: 'complete', ...result, _meta: meta };
}

/** Parameters without the metadata of 2026-07-28, for a server of an older version. */
export function withoutModernMeta(params: JsonObject): JsonObject {
  const kept = Object.entries(membersOf(params['_meta'])).filter(
    ([name]) => !name.startsWith(PREFIX),
  );
  const { _meta: _, ...others } = params;
  return kept.length === 0 ? others : { ...others, _meta: Object.fromEntries(kept) };
}
