import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DARK, LIGHT, terminalSvg } from '../../support/docs/terminal-svg.ts';
import { proves } from '../../support/proves.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../support/run-on-terminal.ts';
import { withPlainIds, writeStoppedClock } from '../../support/screens/expect-screens.ts';
import { MORNING_MS, startMorningFleet } from '../../support/screens/morning-fleet.ts';

const COLUMNS = 112;
const TITLE = 'fleet on a terminal';
const SHOWN = [['status'], ['cloud', 'list-machines'], ['cloud', 'list-inbox']];

/** `vitest run test/feature/docs/picture.test.ts -u` draws the pictures anew. */
test('the pictures in the README show what the program prints on a terminal today', {
  timeout: 60_000,
}, async ({ skip }) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('DOCS-picture');
  const server = await startMorningFleet();
  const clock = writeStoppedClock(mkdtempSync(join(tmpdir(), 'fleet-clock-')), MORNING_MS);
  const env = {
    FLEET_BASE_URL: server.baseUrl,
    FLEET_API_KEY: server.keys.read,
    NODE_OPTIONS: `--require=${clock}`,
  };
  let seen = '';
  for (const args of SHOWN) {
    const { code, output } = await runOnTerminal([...args, '--quiet'], { columns: COLUMNS, env });
    expect(code, output).toBe(0);
    seen += `\u001b[2m$\u001b[22m \u001b[1mfleet ${args.join(' ')}\u001b[22m\n${output}\n`;
  }
  const shown = withPlainIds(seen);
  for (const [name, colours] of Object.entries({ light: LIGHT, dark: DARK })) {
    const picture = await terminalSvg(shown, { columns: COLUMNS, colours, title: TITLE });
    await expect(picture).toMatchFileSnapshot(`../../../docs/fleet-${name}.svg`);
  }
});
