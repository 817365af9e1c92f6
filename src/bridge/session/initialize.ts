import { legacyVersionFor, MODERN_VERSION } from '../protocol-version.ts';
import { INSTRUCTIONS } from './instructions.ts';

/** The bridge as it names itself to assistants. */
export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
}

const TTL_MS = 3_600_000;
const SAID = { capabilities: { tools: { listChanged: true } }, instructions: INSTRUCTIONS };

/** What `initialize` is answered with, in the era with a handshake. */
export function initializeResult(version: unknown, serverInfo: ServerInfo) {
  return { protocolVersion: legacyVersionFor(version), serverInfo, ...SAID };
}

/** What `server/discover` is answered with (2026-07-28, "Discovery"). */
export function discoverResult() {
  return { supportedVersions: [MODERN_VERSION], ...SAID, ttlMs: TTL_MS, cacheScope: 'private' };
}
