import { Client } from 'pg';
import { connectionConfig } from './pool.ts';

const QUERY_TIMEOUT_MS = 2000;

/**
 * Whether the database asks for a password and none is given, neither in the address nor by
 * PGPASSWORD. To be asked after a connection failed: the driver tells that by its text alone.
 */
export async function lacksPassword(url: string): Promise<boolean> {
  const client = new Client(connectionConfig({ url, queryTimeoutMs: QUERY_TIMEOUT_MS }));
  if (client.password) return false;
  let isAsked = false;
  // The driver calls it once the database has asked.
  const password = () => {
    isAsked = true;
    throw new Error('none is given');
  };
  Object.assign(client, { password });
  client.on('error', () => {});
  await client.connect().catch(() => {});
  await client.end().catch(() => {});
  return isAsked;
}
