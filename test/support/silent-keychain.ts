import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface SilentBus {
  /** The environment in which programs find it. */
  readonly env: Readonly<Record<string, string>>;
  /** Programs that wait for its answer now. */
  waiting(): number;
}

/** A message bus that takes every connection and never says a word; it ends with the test. */
export async function startSilentBus(): Promise<SilentBus> {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-bus-'));
  const path = join(folder, 'bus');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` },
    waiting: () => sockets.size,
  };
}

/** Makes the folder for configuration, with a profile whose key is in the keychain. */
export function saveKeychainProfile(folder: string, baseUrl: string): void {
  saveProfile(folder, { baseUrl, storage: 'keychain' });
}

/** Makes the folder for configuration, with a profile and without its key. */
export function saveProfile(
  folder: string,
  { baseUrl, storage }: { readonly baseUrl: string; readonly storage: 'keychain' | 'file' },
): void {
  const profile = {
    base_url: baseUrl,
    origin: baseUrl,
    storage,
    key_fingerprint: 'f',
    key_name: null,
    scope: null,
    organisation: null,
    saved_at: '2026-10-01T12:00:00.000Z',
  };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ version: 1, profiles: { default: profile } });
  writeFileSync(join(folder, 'profiles.json'), text, { mode: 0o600 });
}
