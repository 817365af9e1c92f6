import type { QueuedCommand } from '../../src/contract/sync.ts';
import { createKeyPair } from '../../src/sealing/key-pair.ts';
import { open, seal } from '../../src/sealing/sealed-box.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { type ScriptedMachine, scriptMachine } from './scripted-machine.ts';
import { type CallResponse, startTestServer, type TestServer } from './test-server.ts';

export interface SecretServer {
  readonly server: TestServer;
  readonly clock: FakeClock;
  readonly machine: ScriptedMachine;
  /** Asks for a secret with the key that only this fixture holds. */
  ask(input?: object): Promise<CallResponse>;
  claim(command: string, headers?: Readonly<Record<string, string>>): Promise<CallResponse>;
  /** The machine collects its commands. */
  collect(): Promise<readonly QueuedCommand[]>;
  /** The machine answers a command with the value, sealed, and holds others; gives the sealed text. */
  answer(command: string, value: string, holding?: readonly string[]): Promise<string>;
  /** What is in a sealed text. */
  opened(sealed: string): string;
}

/** A server on a clock of its own with a machine, `build-01`, in control mode, that does what it is told. */
export async function startSecretServer(): Promise<SecretServer> {
  const clock = createFakeClock();
  const server = await startTestServer({ clock });
  const machine = scriptMachine({ baseUrl: server.baseUrl, token: server.machineToken });
  await machine.sync();
  const pair = createKeyPair();
  const recipient_key = Buffer.from(pair.publicKey).toString('base64url');
  return {
    server,
    clock,
    machine,
    ask: (input) =>
      server.call('/api/v1/machines/build-01/secrets', {
        body: { name: 'DEPLOY_SECRET', recipient_key, ...input },
      }),
    claim: (command, headers) =>
      server.call(`/api/v1/commands/${command}/claim`, {
        method: 'POST',
        ...(headers === undefined ? {} : { scope: 'none', headers }),
      }),
    collect: async () => (await machine.sync()).commands,
    answer: async (command, value, holding = []) => {
      const box = seal(pair.publicKey, new TextEncoder().encode(value));
      const sealed = Buffer.from(box).toString('base64url');
      const result = { state: 'sealed', sealed };
      await machine.sync({ holding, results: [{ command, error: null, result }] });
      return sealed;
    },
    opened: (sealed) => Buffer.from(open(Buffer.from(sealed, 'base64url'), pair)).toString(),
  };
}
