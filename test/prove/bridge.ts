// Calls `fleet mcp` 20 times a second in front of a service with faults: `npm run prove -- bridge [MINUTES]`.
// The report goes to dist/prove/bridge.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../check/tree.ts';
import { soakBridge } from './bridge/soak.ts';

const [minutes = 30] = process.argv.slice(2).map(Number);
const report = { minutes, ...(await soakBridge(minutes * 60)) };
const text = `${JSON.stringify(report, null, 2)}\n`;
mkdirSync(join(ROOT, 'dist/prove'), { recursive: true });
writeFileSync(join(ROOT, 'dist/prove/bridge.json'), text);
process.stdout.write(text);
const { doubled, lost, ran_twice: ranTwice, rss_growth: growth, wrong } = report;
process.exitCode = lost + doubled + ranTwice + wrong.length === 0 && growth <= 1.1 ? 0 : 1;
