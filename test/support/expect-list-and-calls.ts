import { expect } from 'vitest';

/** What the official clients of both generations have in common. */
interface OfficialClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>;
}

/** Lists the tools and calls two of them: one that answers, one that refuses. */
export async function expectListAndCalls(client: OfficialClient): Promise<void> {
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(10);
  expect(tools.map(({ name }) => name)).toContain('list_machines');
  const answered = await client.callTool({ name: 'list_machines', arguments: {} });
  expect(answered).toMatchObject({ structuredContent: { machines: [{ name: 'build-01' }] } });
  const refused = await client.callTool({ name: 'get_job', arguments: { job: 'none' } });
  expect(refused).toMatchObject({
    isError: true,
    structuredContent: { code: 'unknown_job', status: 404 },
  });
}
