import type { HostedRequest } from '../../src/contract/record/delivery.ts';
import type { SyncResponse } from '../../src/contract/sync.ts';
import { createKeyPair, type KeyPair } from '../../src/sealing/key-pair.ts';
import { open } from '../../src/sealing/sealed-box.ts';
import type { StartOptions } from '../../src/server/start.ts';
import { type ScriptedMachine, scriptMachine } from './scripted-machine.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export interface HostedUrlServer {
  readonly server: TestServer;
  readonly machine: ScriptedMachine;
  readonly keys: KeyPair;
  /** Turns the hosted URL of `deploy-check` on and gives the URL. */
  enable(): Promise<string>;
}

/** A server with a scripted machine `build-01` that has reported its sealing key. */
export async function startHostedUrlServer(
  options: Partial<StartOptions> = {},
): Promise<HostedUrlServer> {
  const server = await startTestServer(options);
  const keys = createKeyPair();
  const sealing_key = Buffer.from(keys.publicKey).toString('base64url');
  const { baseUrl, machineToken: token } = server;
  const machine = scriptMachine({ baseUrl, token, report: { sealing_key } });
  await machine.sync();
  return {
    server,
    machine,
    keys,
    enable: async () => {
      const input = { machine: 'build-01', skill: 'deploy-check' };
      return (await server.tool('enable_hosted_url', input)).body.url;
    },
  };
}

/** What the machine reads in the first delivery that it is handed. */
export function openDelivery(answer: SyncResponse, keys: KeyPair, place = 0): HostedRequest {
  const { sealed = '' } = answer.hosted?.[place] ?? {};
  const bytes = open(Buffer.from(sealed, 'base64url'), keys);
  return JSON.parse(Buffer.from(bytes).toString());
}
