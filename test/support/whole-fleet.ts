import { onTestFinished } from 'vitest';
import {
  type RealMachine,
  type RealMachineOptions,
  startRealMachine,
} from './machine/real-machine.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export interface WholeFleet {
  readonly server: TestServer;
  readonly machine: RealMachine;
}

/** The real server with the real machine `build-01`, whose folder `write` fills; ends with the test. */
export async function startWholeFleet(write?: RealMachineOptions['write']): Promise<WholeFleet> {
  const server = await startTestServer();
  const { baseUrl, machineToken: token } = server;
  const machine = await startRealMachine({ baseUrl, token, ...(write && { write }) });
  onTestFinished(async () => {
    await machine.stop();
    await machine.remove();
  });
  return { server, machine };
}
