import { createHash } from 'node:crypto';
import type { RunContext } from './runner.ts';

/**
 * The id of an agent's session: what its program called it, else a UUID that follows from the job's
 * id, so that a program which takes ids can be given it at its start.
 */
export function sessionOf({ report, session }: Pick<RunContext, 'report' | 'session'>): string {
  return session.id ?? namedUuid(report.machine_job_id);
}

/** The namespace of such ids; any UUID of our own. */
const NAMESPACE = Buffer.from('6f2d0c3e8f5b4d0c9a5e2b7a1c94d3f8', 'hex');

/** A UUID of version 5 from a name (RFC 9562, section 5.5): every program that takes UUIDs takes it. */
function namedUuid(name: string): string {
  const digest = createHash('sha1').update(NAMESPACE).update(name).digest();
  const bytes = digest.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
