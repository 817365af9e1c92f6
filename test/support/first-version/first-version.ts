import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';

/** When the files beside this one were written, by a server and a machine of the first version. */
export const WRITTEN_AT = Date.UTC(2026, 10, 22, 5, 26);

/** What a database of the first version has; its keys were made for it and open nothing else. */
export interface FirstVersion {
  readonly key: string;
  /** Of the machine `build-01`, whose folder is `machine.json.gz` for SQLite. */
  readonly machineToken: string;
  /** Newest first: queued for a machine that is away, twice waiting, a question left, done, failed. */
  readonly jobs: readonly string[];
  /** Newest first: rejected for its signature, accepted. */
  readonly deliveries: readonly string[];
  /** Held for the machine `away-02`. */
  readonly heldDelivery: string;
  readonly hostedPath: string;
}

export const FIRST_ON_SQLITE: FirstVersion = {
  key: 'fleet_key_38g1pxmew00_1fb51bfc3e7be61f7b30895cb6e2f921675312e122d8e993',
  machineToken: 'fleetm_38g1pxmn000_RVd1VlwTdbpjWighgzqJsadgdeErWF4oeuzdXvjdkOI',
  jobs: [
    'job_38g1py3p600',
    'job_38g1pxqgc00',
    'job_38g1pxpxc00',
    'job_38g1pxpwj00',
    'job_38g1pxpw000',
    'job_38g1pxptw00',
  ],
  deliveries: ['del_38g1pxq0a00', 'del_38g1pxpzj00'],
  heldDelivery: 'del_38g1py3nw00',
  hostedPath: '/in/38g1pxpxr00_zNeTiljMKGdDKN69AlMTwqEZxL4otznxX5-nkcIUAtg',
};

export const FIRST_ON_POSTGRES: FirstVersion = {
  key: 'fleet_key_38g1pycgp00_add6e4d7b23db51607e18f71fe0837306c9d81c0bd132282',
  machineToken: 'fleetm_38g1pycwp00_uONG-ni0O24LT5MkG51BCW6Ch2Wo0401GjgsDmlk8uc',
  jobs: [
    'job_38g1pyzs000',
    'job_38g1pyk2001',
    'job_38g1pyfq200',
    'job_38g1pyfm200',
    'job_38g1pyf9600',
    'job_38g1pyf2400',
  ],
  deliveries: ['del_38g1pyhym00', 'del_38g1pyhj000'],
  heldDelivery: 'del_38g1pyzqr00',
  hostedPath: '/in/38g1pygme00_gpMEt9P9uxeT_XzZ-vHForni5-_kWO-cS3X-7JCw19w',
};

async function unpacked(name: string): Promise<Buffer> {
  return gunzipSync(await readFile(join(import.meta.dirname, name)));
}

/** Writes the database into a data folder, as readable as the first version left it. */
export async function writeFirstDatabase(folder: string): Promise<void> {
  await writeFile(join(folder, 'fleet.db'), await unpacked('server.db.gz'), { mode: 0o644 });
}

/** Fills an empty database of PostgreSQL. */
export async function restoreFirstDatabase(database: string): Promise<void> {
  const client = new Client({ connectionString: database });
  await client.connect();
  await client.query((await unpacked('server.sql.gz')).toString('utf8'));
  await client.end();
}

/** Writes the folder of the machine `build-01`. */
export async function writeFirstMachine(folder: string): Promise<void> {
  const files: Record<string, { mode: number; text: string }> = JSON.parse(
    (await unpacked('machine.json.gz')).toString('utf8'),
  );
  for (const [path, { mode, text }] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    await chmod(file, mode);
  }
}
