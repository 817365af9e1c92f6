// A day of an operator on 40 machines and 10,000 jobs: `npm run prove -- day [JOBS]`. The report goes to
// dist/prove/day.json. `npm run prove -- day --serve` starts that fleet and leaves it to a person.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../check/tree.ts';
import { liveDay } from './day/live-day.ts';
import { startDayFleet } from './day/start-day-fleet.ts';

const JOBS = 10_000;
const [word] = process.argv.slice(2);

if (word === '--serve') {
  const fleet = await startDayFleet(JOBS);
  const { baseUrl, keys } = fleet;
  process.stdout.write(`export FLEET_BASE_URL=${baseUrl} FLEET_API_KEY=${keys.admin}\n`);
  const stop = () => void fleet.stop().then(() => process.exit(0));
  process.once('SIGINT', stop).once('SIGTERM', stop);
} else {
  const steps = await liveDay(word === undefined ? JOBS : Number(word));
  const text = `${JSON.stringify(steps, null, 2)}\n`;
  mkdirSync(join(ROOT, 'dist/prove'), { recursive: true });
  writeFileSync(join(ROOT, 'dist/prove/day.json'), text);
  process.stdout.write(text);
  process.exitCode = steps.some(({ wrong }) => wrong !== undefined) ? 1 : 0;
}
