import type { Section } from './entry.ts';

const mcp = 'MCP endpoint; wire: MCP';

/** `POST /api/mcp`, issue 3. */
export const MCP = {
  'MCP-methods': {
    source: mcp,
    text: 'One JSON-RPC request per POST: initialize, tools/list, tools/call.',
  },
  'MCP-tools-by-scope': {
    source: mcp,
    text: 'The tools offered are the operations that the scope of the key allows, in catalogue order.',
  },
  'MCP-failure-is-result': {
    source: mcp,
    text: 'A failure of a tool is a result with isError, never a JSON-RPC error.',
  },
  'MCP-get-405': { source: mcp, text: 'GET answers 405 with Allow.', status: 405 },
  'MCP-delete-200': { source: mcp, text: 'DELETE answers 200.', status: 200 },
  'MCP-legacy-version': { source: mcp, text: '2024-11-05 to 2025-11-25 are served.' },
  'MCP-modern-version': { source: mcp, text: '2026-07-28 is served on the same route.' },
  'MCP-no-batches': { source: mcp, text: 'Batches are refused.' },
  'MCP-service-refuses-http': {
    source: mcp,
    text: 'What the service refuses before the operation is an HTTP status with a problem document.',
  },
  'MCP-annotations': {
    source: mcp,
    text: 'Annotations follow the class.',
    read: { readOnlyHint: true },
    write: { readOnlyHint: false, destructiveHint: false },
    destructive: { destructiveHint: true },
  },
  'MCP-host-origin': { source: mcp, text: 'Host and Origin are checked.' },
} as const satisfies Section;
