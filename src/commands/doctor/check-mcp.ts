import { type Failure, notTheServiceFailure } from '../../contract/failure.ts';
import type { ServiceKey } from '../../profile/resolve-target.ts';
import { interruptionSignal } from '../../terminal/interruption.ts';
import type { Runtime } from '../runtime.ts';
import { VERSION } from '../version.ts';
import type { Checklist } from './checklist.ts';

/**
 * Whether the bridge gets the list of tools: its endpoint may refuse what the routes take, as behind a
 * proxy that changes `Host`. Only a warning, since nothing else needs it.
 */
export async function checkMcp(
  list: Checklist,
  { clock, environment, random }: Runtime,
  key: ServiceKey,
): Promise<void> {
  const ask = async () => {
    const [{ upstreamWith }, { NegotiatingClient }, { createLargeResponses }, { fetchTools }] =
      await Promise.all([
        import('../../bridge/upstream/upstream.ts'),
        import('../../bridge/upstream/negotiating-client.ts'),
        import('../../bridge/upstream/large-responses.ts'),
        import('../../bridge/tools/tool-sources.ts'),
      ]);
    const version = VERSION;
    const runtime = { clock, environment, random, version, beforeConnecting: () => {} };
    const opened = await upstreamWith(runtime, key, undefined);
    const upstream = { ...opened, options: { ...opened.options, signal: interruptionSignal() } };
    const largeResponses = createLargeResponses(() => undefined);
    const client = new NegotiatingClient({ upstream, version, largeResponses });
    try {
      const tools = await fetchTools(client);
      if (tools === undefined) throw noList(upstream.endpoint);
      list.ok('mcp', `POST ${upstream.endpoint.pathname} lists ${tools.length} tools`);
    } finally {
      upstream.connections.close();
    }
  };
  await list.attempt('mcp', ask, 'warning');
}

function noList({ pathname }: URL): Failure {
  const detail = `POST ${pathname} did not respond with a list of tools.`;
  return notTheServiceFailure({ detail });
}
