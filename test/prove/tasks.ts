// A thousand tasks in flight through one bridge: `npm run prove -- tasks [COUNT]`.
// The report goes to dist/prove/tasks.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../check/tree.ts';
import { followManyTasks } from './tasks/many-tasks.ts';

const [count = 1000] = process.argv.slice(2).map(Number);
const report = await followManyTasks(count);
const text = `${JSON.stringify(report, null, 2)}\n`;
mkdirSync(join(ROOT, 'dist/prove'), { recursive: true });
writeFileSync(join(ROOT, 'dist/prove/tasks.json'), text);
process.stdout.write(text);
const { ends_lost: lost, looks_per_minute_max: looks, runs_doubled: doubled, wrong } = report;
// Two a second, and those that began in the minute before.
process.exitCode = lost + doubled + wrong === 0 && looks <= 125 ? 0 : 1;
