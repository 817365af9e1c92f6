// A million rows in 64 MB of heap, in every format that streams: `npm run prove -- rows [PAGES]`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../check/tree.ts';
import { ROWS_A_PAGE, startPagedService } from '../support/paged-service.ts';

const HEAP_MB = 64;
/** A row's id stands once in every format. */
const ROW_MARK = 'job_';

const [pages = 1000] = process.argv.slice(2).map(Number);
const service = await startPagedService();
const folder = mkdtempSync(join(tmpdir(), 'fleet-prove-'));
try {
  for (const format of ['json', 'jsonl', 'csv', 'tsv', 'name']) await prove(format);
} finally {
  service.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function prove(format: string): Promise<void> {
  const args = ['cloud', 'list-rows', '--pages', String(pages), '--all', '-o', format];
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, join(ROOT, 'bin/run.js'), ...args],
    {
      env: {
        ...process.env,
        FLEET_CACHE_DIR: folder,
        FLEET_BASE_URL: service.baseUrl,
        FLEET_API_KEY: 'prove-key',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const closed = once(child, 'close');
  let rows = 0;
  let rest = '';
  for await (const part of child.stdout.setEncoding('utf8')) {
    const pieces = `${rest}${part}`.split(ROW_MARK);
    rows += pieces.length - 1;
    rest = pieces.at(-1)?.slice(1 - ROW_MARK.length) ?? '';
  }
  const [code] = await closed;
  const isGood = code === 0 && rows === pages * ROWS_A_PAGE;
  process.stdout.write(`${format}: ${rows} rows, exit ${code}${isGood ? '' : '  WRONG'}\n`);
  if (!isGood) process.exitCode = 1;
}
