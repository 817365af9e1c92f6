// Calls `fleet mcp` 20 times a second in front of a service with faults: `npm run prove -- bridge [MINUTES]`.
// The report goes to dist/prove/bridge.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../check/tree.ts';
import { HANDLES_GROWTH_MAX, HEAP_GROWTH_BYTES_MAX, soakBridge } from './bridge/soak.ts';

const [minutes = 30] = process.argv.slice(2).map(Number);
const report = { minutes, ...(await soakBridge(minutes * 60 * 20)) };
const text = `${JSON.stringify(report, null, 2)}\n`;
mkdirSync(join(ROOT, 'dist/prove'), { recursive: true });
writeFileSync(join(ROOT, 'dist/prove/bridge.json'), text);
process.stdout.write(text);
const { doubled, lost, ran_twice: ranTwice, rss_growth: growth, wrong } = report;
const { heap_growth_bytes: heapGrowth, handles_growth: handlesGrowth } = report;
const isFlat =
  growth <= 1.1 && heapGrowth <= HEAP_GROWTH_BYTES_MAX && handlesGrowth <= HANDLES_GROWTH_MAX;
process.exitCode = lost + doubled + ranTwice + wrong.length === 0 && isFlat ? 0 : 1;
