import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAMES = 'subjectAltName=IP:127.0.0.1,IP:0.0.0.0';

/** Paths of a certificate for this computer's addresses, of its key, and of both in one file. */
export function makeCertificate(folder: string) {
  const certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  const both = join(folder, 'both.pem');
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=fleet';
  const made = spawnSync(
    'openssl',
    [...words.split(' '), '-addext', NAMES, '-keyout', key, '-out', certificate],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`openssl: ${made.error?.message ?? made.stderr}`);
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'), {
    mode: 0o600,
  });
  return { certificate, key, both };
}
