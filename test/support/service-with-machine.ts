import { resolveMachine } from '../../src/server/machines/resolve-machine.ts';
import { machineReport, openTestService } from './test-service.ts';

/** What a job asks in these tests. */
export const QUESTION = {
  text: 'Deploy now?',
  context: null,
  choices: { options: ['yes', 'no'], recommended: 'yes', multiple: false },
};

/** The service with the machine `build-01`, which has reported once and is in control mode. */
export async function openServiceWithMachine() {
  const fixture = await openTestService();
  const machine = await fixture.pair('build-01');
  await machine.sync({ report: machineReport() });
  const row = await resolveMachine(fixture.call(), 'build-01');
  return { fixture, machine: { ...machine, row } };
}
