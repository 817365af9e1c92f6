import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { expectScreens, writeStoppedClock } from '../../../support/screens/expect-screens.ts';
import { MORNING_MS, startMorningFleet } from '../../../support/screens/morning-fleet.ts';
import { screenOf } from '../../../support/screens/screen-of.ts';

beforeEach(({ skip }) => skip(!HAS_TERMINALS, 'no program `script` to make a terminal with'));

const CTRL_C = '\u0003';
const WAITS = 'Your answer[\\s\\S]*Not now[\\s\\S]*confirm[\\s\\S]*└';
const SIZES = [
  { columns: 80, rows: 24 },
  { columns: 40, rows: 24 },
];
/** Of the colours none that is white, yellow or bright, and no background: they vanish on a light one. */
const READABLE = [0, 1, 2, 7, 22, 27, 31, 32, 34, 35, 36, 39, 90];

test('what is drawn in place fits 80 and 40 columns, and is read on a light background', {
  timeout: 60_000,
}, async () => {
  proves('UI-watch', 'UI-inbox', 'UI-follow-live');
  const server = await startMorningFleet();
  const idOf = async (status: string) =>
    (await server.tool('list_jobs', { status })).body.jobs[0].id;
  const env = {
    FLEET_BASE_URL: server.baseUrl,
    FLEET_API_KEY: server.keys.run,
    FLEET_CACHE_DIR: mkdtempSync(join(tmpdir(), 'fleet-cache-')),
    NODE_OPTIONS: `--require=${writeStoppedClock(mkdtempSync(join(tmpdir(), 'fleet-clock-')), MORNING_MS)}`,
    TZ: 'UTC',
  };
  const [running, waiting] = [await idOf('running'), await idOf('waiting')];
  const screens: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['watch', ['watch'], /STAT(E|US)[\s\S]*failed[\s\S]*\u001b\[J/],
    ['watch-machines', ['watch', 'machines'], /STAT(E|US)[\s\S]*build-01[\s\S]*\u001b\[J/],
    ['inbox', ['inbox'], /1 job waits[\s\S]*confirm[\s\S]*└/],
    ['job-follow-running', ['job', 'follow', running], /Started 12 containers[\s\S]*\u001b\[J/],
    ['job-follow-waiting', ['job', 'follow', waiting], new RegExp(WAITS)],
  ];
  const seen = screens.map(async ([name, args, whole]) => {
    const shown = await Promise.all(
      SIZES.map(async (size) => {
        let output = '';
        const typed = async (soFar: string) => {
          output = soFar;
          return CTRL_C;
        };
        await runOnTerminal([...args], { ...size, env, steps: [{ prompt: whole, typed }] });
        const codes = [...output.matchAll(/\u001b\[([\d;]*)m/g)].flatMap(([, code = '']) =>
          code.split(';').map(Number),
        );
        expect(new Set([...codes, ...READABLE]), name).toEqual(new Set(READABLE));
        const text = await screenOf(output, size);
        return { command: `fleet ${args.join(' ')}`, columns: size.columns, text };
      }),
    );
    await expectScreens(name, shown);
  });
  await Promise.all(seen);
});
