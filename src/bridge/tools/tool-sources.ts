import { stringifyJson } from '../../base/json/lossless.ts';
import type { HostedServer } from '../upstream/hosted-server.ts';

const PAGES_MAX = 50;
/** Of all pages together, as one response may be large. */
const CHARS_MAX = 64 * 1024 * 1024;

/**
 * The tools that the service lists, of all pages; undefined where it responds with anything else or
 * its pages do not end or are too large together. Throws `Failure` as `HostedServer.send` does.
 */
export async function fetchTools(
  hosted: Pick<HostedServer, 'send'>,
): Promise<readonly unknown[] | undefined> {
  const tools: unknown[] = [];
  const seen = new Set<unknown>();
  let cursor: unknown;
  let chars = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const response = await hosted.send({
      method: 'tools/list',
      params: typeof cursor === 'string' ? { cursor } : {},
      isModern: true,
      operationClass: 'read',
      waitSeconds: 0,
    });
    if (response.kind !== 'result' || !Array.isArray(response.result['tools'])) return undefined;
    for (const tool of response.result['tools']) tools.push(tool);
    cursor = response.result['nextCursor'];
    if (typeof cursor !== 'string' || cursor === '') return tools;
    // A page that points back to an earlier one would be read for ever.
    if (seen.has(cursor)) return undefined;
    seen.add(cursor);
    // A list of one page, as the service's own is, is not measured.
    chars += stringifyJson(response.result['tools']).length;
    if (chars > CHARS_MAX) return undefined;
  }
  return undefined;
}

/** The catalogue that this program was built with, as tools: for a start without network and cache. */
export async function builtInTools(): Promise<readonly unknown[]> {
  const { default: snapshot } = await import('../../client/catalogue/snapshot.json', {
    with: { type: 'json' },
  });
  return snapshot.tools.map(({ class: operationClass, description, input_schema, name }) => ({
    name,
    description,
    inputSchema: input_schema,
    annotations:
      operationClass === 'read'
        ? { readOnlyHint: true }
        : { readOnlyHint: false, destructiveHint: operationClass === 'destructive' },
  }));
}
