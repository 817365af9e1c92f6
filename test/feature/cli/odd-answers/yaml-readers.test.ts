import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';

/** Line breaks of YAML 1.1, and what no reader of YAML takes. */
const BREAKS = ['\u0085', '\u2028', '\u2029'];
const UNREADABLE = ['\u007f', '\u0080', '\u009b', '\ufeff', '\ufffe', '\uffff'];

test.each([...BREAKS, ...UNREADABLE])(
  '%j in a remote text stays within it, in YAML 1.1 too',
  async (odd) => {
    proves('UI-yaml-readers');
    const job = {
      id: 'job_1',
      state: 'failed',
      headline: `all fine${odd}state:${odd}  done`,
      text: `two\nlines${odd}- id: job_2\n`,
      [`a${odd}state`]: 'done',
    };
    const service = await startScriptedService({
      tools: [{ name: 'get_job', class: 'read', input_schema: { type: 'object' } }],
      answer: () => ({ body: job }),
    });
    const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
    const { stdout } = await runFleet(['cloud', 'get-job', '-o', 'yaml'], { env });
    await service.stop();
    const code = odd.charCodeAt(0).toString(16).padStart(4, '0');
    expect(stdout).toContain(`headline: "all fine\\u${code}state:\\u${code}  done"\n`);
    expect(stdout).not.toContain(odd);
    expect(parse(stdout)).toEqual(job);
  },
);
