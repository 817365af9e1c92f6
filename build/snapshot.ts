// Writes the catalogue that ships with the client, from the server's own: `node build/snapshot.ts [FILE]`.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogueFor } from '../src/server/http/routes/list-tools.ts';
import { OPERATIONS } from '../src/server/operations.ts';

const inTree = fileURLToPath(new URL('../src/client/catalogue/snapshot.json', import.meta.url));
const { tools, ...rest } = catalogueFor('fleet:admin', OPERATIONS);
// What a key may do is for its own server to say.
const withoutKey = tools.map(({ allowed: _, ...tool }) => tool);
const target = process.argv[2];
const file = target === undefined ? inTree : resolve(target);
writeFileSync(file, `${JSON.stringify({ ...rest, tools: withoutKey }, null, 2)}\n`);
