import { startMachine } from '../../src/machine/start.ts';

// A machine as a process of its own, to be killed: `node machine-process.ts BASE_URL FOLDER`, its
// token in the environment.
const [baseUrl = '', folder = ''] = process.argv.slice(2);
await startMachine({ baseUrl, folder, token: process.env['MACHINE_TOKEN'] ?? '' }).done;
