import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Delivery, parseDeliveryFile } from './delivery-record.ts';
import { isRefused, REPORTS_CHARS_MAX } from './surplus-deliveries.ts';

/** More than a delivery has with everything that is kept of its request; the first versions kept more. */
const FILE_BYTES_MAX = 1024 * 1024;

interface DeliveryFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly changedAtMs: number;
}

/**
 * Reads the deliveries of a folder, oldest first. A file that cannot be read is skipped and logged. What
 * is beyond what is kept is removed before it is read, or kept in memory, so that a machine starts
 * whatever its folder has grown to.
 */
export async function loadDeliveries(
  folder: string,
  log: { write(message: string): void },
): Promise<readonly Delivery[]> {
  const deliveries: Delivery[] = [];
  let refusedBytes = 0;
  for (const { bytes, name, path } of await newestFirst(folder)) {
    if (bytes > FILE_BYTES_MAX) {
      log.write(
        `state/deliveries/${name} has ${bytes} bytes, more than any delivery: it is removed`,
      );
      await rm(path, { force: true });
      continue;
    }
    const delivery = await readDelivery(path);
    if (delivery === undefined) {
      log.write(`state/deliveries/${name} cannot be read and is skipped`);
      continue;
    }
    if (isRefused(delivery)) refusedBytes += bytes;
    if (isRefused(delivery) && refusedBytes > REPORTS_CHARS_MAX.refused) await rm(path);
    else deliveries.push(delivery);
  }
  return deliveries.sort((a, b) => a.report.received_at.localeCompare(b.report.received_at));
}

async function newestFirst(folder: string): Promise<readonly DeliveryFile[]> {
  const files: DeliveryFile[] = [];
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.json') || name.startsWith('.')) continue;
    const path = join(folder, name);
    const { mtimeMs: changedAtMs, size: bytes } = await stat(path);
    files.push({ path, name, bytes, changedAtMs });
  }
  return files.sort((a, b) => b.changedAtMs - a.changedAtMs);
}

async function readDelivery(path: string): Promise<Delivery | undefined> {
  try {
    return parseDeliveryFile(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}
