// A slice of the cases in a process of its own, which `../client.ts` starts; the result goes to stdout.
import { fuzzClient } from './fuzz-client.ts';

const [cases = 0, seed = 0, first = 0] = process.argv.slice(2).map(Number);
process.stdout.write(JSON.stringify(await fuzzClient({ cases, seed, first })));
