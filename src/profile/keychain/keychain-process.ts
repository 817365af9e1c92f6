// The process that calls the keychain, started by `call-keychain.ts`: one request on stdin, its response on stdout.
import { readFileSync, writeSync } from 'node:fs';
import { AsyncEntry, type EntryOptions } from '@napi-rs/keyring';
import { thisPlatform } from '../../base/platform.ts';
import type { KeychainRequest, KeychainResponse } from './call-keychain.ts';
import { needsSecondThread } from './process-guard.ts';

/** What tells our accounts apart from those of other programs. */
const SERVICE = 'fleet';

/** Without this the library falls back to the kernel's keyring, which forgets at the next start. */
const PINNED: EntryOptions = { linux: { store: 'secret-service' } };

const request: KeychainRequest = JSON.parse(readFileSync(0, 'utf8'));
endItself(request);
void respond(request)
  .catch((): KeychainResponse => ({ failed: true }))
  .then((given) => {
    writeSync(1, `${JSON.stringify(given)}\n`);
    // Nothing is left to clean up, and an orderly end would take as long as the call.
    process.kill(process.pid, 'SIGKILL');
  });

/** For a caller that is gone. */
function endItself({ endsAfterMs, isGuarded }: KeychainRequest): void {
  if (needsSecondThread(thisPlatform(), isGuarded === true)) {
    const script = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${Number(endsAfterMs)})`;
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    new Worker(script, { eval: true }).unref();
  } else {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), endsAfterMs).unref();
  }
}

async function respond({ action, account, secret }: KeychainRequest): Promise<KeychainResponse> {
  const entry = new AsyncEntry(SERVICE, account, PINNED);
  if (action === 'remove') return { wasThere: await entry.deleteCredential() };
  if (action === 'write') await entry.setPassword(secret ?? '');
  return { secret: await entry.getPassword() };
}
