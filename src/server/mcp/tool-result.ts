import type { CallToolResult } from '@modelcontextprotocol/server';

/**
 * What an operation responds as the result of a tool. Clients of older protocol versions read only the text, so
 * it is the same as the structured content.
 */
export function resultOf(
  body: Readonly<Record<string, unknown>>,
  isError: boolean,
): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(body) }],
    structuredContent: { ...body },
    ...(isError ? { isError } : {}),
  };
}
