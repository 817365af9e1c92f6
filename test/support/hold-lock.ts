import { lockFile } from '../../src/base/disk/file-lock.ts';

// A program of its own that takes the lock, says whether it has it, and holds it until it is killed.
const lock = await lockFile(process.argv[2] ?? '');
process.stdout.write(lock === undefined ? 'refused' : 'held');
setInterval(() => lock, 1_000);
