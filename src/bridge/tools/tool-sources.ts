import type { HostedServer } from '../upstream/hosted-server.ts';

const PAGES_MAX = 50;

/**
 * Every page of the service's list; undefined where it answers with anything else or without end. Throws `Failure`
 * as `Hosted.ask` does.
 */
export async function fetchTools(hosted: HostedServer): Promise<readonly unknown[] | undefined> {
  const tools: unknown[] = [];
  const asked = new Set<unknown>();
  let cursor: unknown;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await hosted.ask({
      method: 'tools/list',
      params: typeof cursor === 'string' ? { cursor } : {},
      isModern: true,
      operationClass: 'read',
      waitSeconds: 0,
    });
    if (answer.kind !== 'result' || !Array.isArray(answer.result['tools'])) return undefined;
    for (const tool of answer.result['tools']) tools.push(tool);
    cursor = answer.result['nextCursor'];
    if (typeof cursor !== 'string' || cursor === '') return tools;
    // A page that points back would be read for ever.
    if (asked.has(cursor)) return undefined;
    asked.add(cursor);
  }
  return undefined;
}
