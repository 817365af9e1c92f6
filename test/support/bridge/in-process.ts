import type { Clock } from '../../../src/base/time/clock.ts';
import { ToolList } from '../../../src/bridge/tools/tool-list.ts';
import { Hosted } from '../../../src/bridge/upstream/hosted-server.ts';
import { createLargeAnswers } from '../../../src/bridge/upstream/large-responses.ts';
import { newHome } from '../start-bridge.ts';

export interface InProcess {
  readonly baseUrl: string;
  readonly clock: Clock;
  /** Told when the live list differs from what was given out. */
  readonly onChange?: () => void;
  /** Told of each try of a request. */
  readonly onTry?: () => void;
}

/** The bridge's way to a service in this process, on a clock of the test. */
export function wayTo({ baseUrl, clock, onChange = () => {}, onTry = () => {} }: InProcess) {
  const folder = newHome();
  const rim = {
    environment: { FLEET_BASE_URL: baseUrl, FLEET_API_KEY: 'key-1' },
    node: process.execPath,
    atExit: () => () => {},
    configFolder: folder,
    cacheFolder: folder,
    readTextFile: () => '',
    clock,
    random: () => 0,
    version: '0.0.0',
    log: (event: string) => {
      if (event === 'request') onTry();
    },
  };
  const largeAnswers = createLargeAnswers(() => undefined);
  const hosted = new Hosted({ rim, target: {}, onOtherKey: () => {}, largeAnswers });
  return { hosted, tools: new ToolList({ ...rim, hosted, onChange }) };
}
