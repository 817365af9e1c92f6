import type { Clock } from '../../../src/base/time/clock.ts';
import { createAgreedTools } from '../../../src/bridge/tools/agreed-tools.ts';
import { ToolList } from '../../../src/bridge/tools/tool-list.ts';
import { HostedServer } from '../../../src/bridge/upstream/hosted-server.ts';
import { createLargeResponses } from '../../../src/bridge/upstream/large-responses.ts';
import { newHome } from '../start-bridge.ts';
import { clockOfTest } from './clock-of-test.ts';

export interface InProcessOptions {
  readonly baseUrl: string;
  readonly clock: Clock;
  /** `key-1` without it. */
  readonly key?: string;
  /** Told when the live list differs from what was given out. */
  readonly onChange?: () => void;
  /** Told of each try of a request. */
  readonly onTry?: () => void;
}

/** The bridge's way to a service in this process, on a clock of the test. */
export function connectInProcess({
  baseUrl,
  clock,
  key = 'key-1',
  onChange = () => {},
  onTry = () => {},
}: InProcessOptions) {
  const folder = newHome();
  const runtime = {
    environment: { FLEET_BASE_URL: baseUrl, FLEET_API_KEY: key },
    node: process.execPath,
    atExit: () => () => {},
    folders: { config: folder, cache: folder, state: folder },
    readTextFile: () => '',
    clock: clockOfTest(clock),
    random: () => 0,
    version: '0.0.0',
    beforeConnecting: () => {},
    log: () => {},
    logRequest: onTry,
  };
  const largeResponses = createLargeResponses(() => undefined);
  const hosted = new HostedServer({ runtime, target: {}, onOtherKey: () => {}, largeResponses });
  const tools = new ToolList({ ...runtime, cacheFolder: folder, hosted, onChange });
  const agreed = createAgreedTools({
    folder,
    clock: runtime.clock,
    of: () => hosted.identity(),
    known: (name) => tools.known(name),
    log: runtime.log,
  });
  return { hosted, tools, agreed };
}
