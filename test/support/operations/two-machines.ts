import { scriptMachine } from '../scripted-machine.ts';
import { runReport } from '../sync-reports.ts';
import { startTestServer } from '../test-server.ts';

/** A server with two machines of the same host name, each with a job that it calls `m-1`. */
export async function startServerWithTwoMachines() {
  const server = await startTestServer();
  const tokens = [server.machineToken, await server.pair('build-02')];
  const job = { ...runReport('m-1'), machine_job_id: 'm-1', job: null };
  for (const token of tokens) {
    const report = { hostname: 'twin.local' };
    await scriptMachine({ baseUrl: server.baseUrl, token, report }).sync({ jobs: [job] });
  }
  return server;
}
