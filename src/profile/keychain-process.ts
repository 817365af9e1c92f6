// The process that calls the keychain, started by `call-keychain.ts`: one request on stdin, its response on stdout.
import { readFileSync, writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { AsyncEntry, type EntryOptions } from '@napi-rs/keyring';
import type { KeychainRequest, KeychainResponse } from './call-keychain.ts';

/** What tells our accounts apart from those of other programs. */
const SERVICE = 'fleet';

/** Without this the library falls back to the kernel's keyring, which forgets at the next start. */
const PINNED: EntryOptions = { linux: { store: 'secret-service' } };

const request: KeychainRequest = JSON.parse(readFileSync(0, 'utf8'));
endItself(request.endsAfterMs);
void respond(request).then((given) => {
  writeSync(1, `${JSON.stringify(given)}\n`);
  // Nothing is left to clean up, and an orderly end would take as long as the call.
  process.kill(process.pid, 'SIGKILL');
});

/** The library blocks this thread while it connects, so another thread enforces the time limit. */
function endItself(afterMs: number): void {
  const script = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${Number(afterMs)})`;
  new Worker(script, { eval: true }).unref();
}

async function respond({ action, account, secret }: KeychainRequest): Promise<KeychainResponse> {
  const entry = new AsyncEntry(SERVICE, account, PINNED);
  if (action === 'remove') return { wasThere: await entry.deleteCredential() };
  if (action === 'write') await entry.setPassword(secret ?? '');
  return { secret: await entry.getPassword() };
}
