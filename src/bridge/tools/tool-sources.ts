import type { HostedServer } from '../upstream/hosted-server.ts';

const PAGES_MAX = 50;

/**
 * The tools that the service lists, of all pages; undefined where it responds with anything else or
 * its pages do not end. Throws `Failure` as `HostedServer.send` does.
 */
export async function fetchTools(hosted: HostedServer): Promise<readonly unknown[] | undefined> {
  const tools: unknown[] = [];
  const seen = new Set<unknown>();
  let cursor: unknown;
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
