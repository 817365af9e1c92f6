// Calls `fleet mcp` 20 times a second in front of a service with faults: `npm run prove -- bridge [MINUTES]`.
// The report goes to dist/prove/bridge.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../bench/measurement.ts';
import { ROOT } from '../check/tree.ts';
import { soakBridge } from './bridge/soak.ts';

const [minutes = 30] = process.argv.slice(2).map(Number);
const { rss_bytes: rss, ...figures } = await soakBridge(minutes * 60);
const tenth = Math.ceil(rss.length / 10);
const growth = median(rss.slice(-tenth)) / median(rss.slice(tenth, 2 * tenth));
const report = { minutes, ...figures, rss_growth: growth, rss_bytes_max: Math.max(...rss) };
const text = `${JSON.stringify(report, null, 2)}\n`;
mkdirSync(join(ROOT, 'dist/prove'), { recursive: true });
writeFileSync(join(ROOT, 'dist/prove/bridge.json'), text);
process.stdout.write(text);
const { doubled, lost, ran_twice: ranTwice, wrong } = figures;
process.exitCode = lost + doubled + ranTwice + wrong.length === 0 && growth <= 1.1 ? 0 : 1;
