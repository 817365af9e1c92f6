import { openClient } from '../../src/client/fleet-client.ts';
import { parseBaseUrl } from '../../src/contract/base-url.ts';
import { Failure } from '../../src/contract/failure.ts';

// A program of its own, since Node reads NODE_EXTRA_CA_CERTS once, when it starts.
const client = openClient({
  baseUrl: parseBaseUrl(process.argv[2] ?? ''),
  key: 'fleet_k1_S3cretS3cretS3cret',
  clock: {
    now: Date.now,
    after(delayMs, action) {
      const timer = setTimeout(action, delayMs);
      return () => clearTimeout(timer);
    },
  },
  random: () => 0,
  version: '0',
  environment: process.env,
});

const result = await client
  .callTool('list_machines', '{}', { operationClass: 'read' })
  .then(({ status }) => ({ status }))
  .catch((error: unknown) => (error instanceof Failure ? error.facts : String(error)));
await client.close();
process.stdout.write(JSON.stringify(result));
