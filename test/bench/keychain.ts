import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HAS_SECRET_SERVICE, startSecretSession } from '../support/secret/secret-session.ts';
import { atMost, type Measurement } from './measurement.ts';
import type { Contender } from './whole-process.ts';

const FLEET = fileURLToPath(new URL('../../bin/run.js', import.meta.url));
const NAME = 'fleet cloud list-machines, key in the keychain';

interface KeychainBench {
  readonly contenders: readonly Contender[];
  readonly notMeasured: readonly Measurement[];
  end(): Promise<void>;
}

/** A call of somebody who has logged in, by a keychain of this benchmark's own. */
export async function keychainContender(baseUrl: string, folder: string): Promise<KeychainBench> {
  if (!HAS_SECRET_SERVICE) {
    const notMeasured = 'there is no gnome-keyring-daemon with dbus-run-session';
    const missing = { name: NAME, baseline: 'node -e 0', ratio: Number.NaN, notMeasured };
    return { contenders: [], notMeasured: [missing], end: async () => {} };
  }
  const session = await startSecretSession();
  const environment = {
    ...session.environment,
    FLEET_CONFIG_DIR: join(folder, 'config'),
    FLEET_CACHE_DIR: join(folder, 'keychain'),
    FLEET_OUTPUT: 'json',
  };
  const login = ['auth', 'login', '--base-url', baseUrl, '--key-stdin', '--store', 'keychain'];
  const { status, stderr } = spawnSync(process.execPath, [FLEET, ...login], {
    env: { ...process.env, ...environment },
    input: 'bench-key',
  });
  if (status !== 0) throw new Error(`fleet ${login.join(' ')} ended with ${status}: ${stderr}`);
  const command = [process.execPath, FLEET, 'cloud', 'list-machines'];
  return {
    contenders: [{ name: NAME, command, environment, limit: atMost(3.5) }],
    notMeasured: [],
    end: () => session.end(),
  };
}
