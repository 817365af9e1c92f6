import { resolveMachine } from '../../src/server/machines/resolve-machine.ts';
import { machineReport, openTestService } from './test-service.ts';

/** What a job asks in these tests. */
export const QUESTION = {
  text: 'Deploy now?',
  context: null,
  choices: { options: ['yes', 'no'], recommended: 'yes', multiple: false },
};

/** A house with the machine `build-01`, which has reported once and is in control mode. */
export async function openServiceWithMachine() {
  const house = await openTestService();
  const machine = await house.pair('build-01');
  await machine.sync({ report: machineReport() });
  const row = await resolveMachine(house.call(), 'build-01');
  return { house, machine: { ...machine, row } };
}
