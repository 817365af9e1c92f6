import {
  addChannel,
  type ChannelRequest,
  removeChannel,
  setChannel,
} from '../../src/server/admin/channels.ts';
import type { StartOptions } from '../../src/server/start.ts';
import type { AdminOptions } from '../../src/server/with-admin.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { type ScriptedMachine, scriptMachine } from './scripted-machine.ts';
import { machineReport } from './sync-reports.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export interface AlertServer {
  readonly server: TestServer;
  readonly machine: ScriptedMachine;
  readonly clock: FakeClock;
}

/** A server whose time stands still, with a machine that has synced. */
export async function startAlertServer(start: Partial<StartOptions> = {}): Promise<AlertServer> {
  const clock = createFakeClock();
  const server = await startTestServer({ clock, ...start });
  const machine = scriptMachine({ baseUrl: server.baseUrl, token: server.machineToken });
  await machine.sync();
  return { server, machine, clock };
}

const ACTOR: AdminOptions['actor'] = { kind: 'person', name: 'ada' };

/** Adds a channel as `fleet admin` does, with the store of the running server. */
export function addTestChannel({ service }: TestServer, request: Partial<ChannelRequest>) {
  const admin = { store: service.store, actor: ACTOR };
  return addChannel(admin, { kind: 'webhook', address: '', alertTypes: [], ...request });
}

export function enableTestChannel({ service }: TestServer, id: string, enabled: boolean) {
  return setChannel({ store: service.store, actor: ACTOR }, id, { enabled });
}

export function removeTestChannel({ service }: TestServer, id: string) {
  return removeChannel({ store: service.store, actor: ACTOR }, id);
}

/** A report in which the disk is well or not. */
export function diskReport(state: 'ok' | 'failing') {
  return machineReport({ checks: [{ name: 'disk', state, message: 'full', fix: null }] });
}

/** What `list_channels` says of one channel. */
export async function readChannel(server: TestServer, id: string) {
  const { channels } = (await server.tool('list_channels')).body;
  return channels.find((channel: { id: string }) => channel.id === id);
}
