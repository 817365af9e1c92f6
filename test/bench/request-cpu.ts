import { Agent, get } from 'node:http';
import { type Measurement, median } from './measurement.ts';
import { startServiceUnderTest } from './service-under-test.ts';

const ROUNDS = 7;
const REQUESTS = 1500;
const AT_ONCE = 32;
const KEYS = 60;

/** CPU of an authenticated GET beside bare node:http with the same look-ups, both in one process. */
export async function benchRequestCpu(): Promise<readonly Measurement[]> {
  const service = await startServiceUnderTest(KEYS, 0);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let asked = 0;
  const ask = (url: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${service.keys[asked % KEYS]}` };
      asked += 1;
      get(`${url}/api/v1/me`, { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
        response.resume().on('end', resolve);
      }).on('error', reject);
    });
  const cpuOf = async (url: string): Promise<number> => {
    const before = await service.usage();
    for (let done = 0; done < REQUESTS; done += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => ask(url)));
    }
    return (await service.usage()).cpuMicros - before.cpuMicros;
  };
  try {
    const ratios: number[] = [];
    for (let round = -2; round < ROUNDS; round += 1) {
      const bare = await cpuOf(service.bareUrl);
      const ratio = (await cpuOf(service.baseUrl)) / bare;
      if (round >= 0) ratios.push(ratio);
    }
    const baseline = 'bare node:http with the same look-ups';
    return [{ name: 'CPU of GET /api/v1/me', baseline, ratio: median(ratios), limit: 1.6 }];
  } finally {
    agent.destroy();
    service.stop();
  }
}
