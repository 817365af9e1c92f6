import { resolveMachine } from '../../src/server/machines/resolve-machine.ts';
import { machineReport, openHouse } from './test-service.ts';

/** What a job asks in these tests. */
export const QUESTION = {
  text: 'Deploy now?',
  context: null,
  choices: { options: ['yes', 'no'], recommended: 'yes', multiple: false },
};

/** A house with the machine `build-01`, which has reported once and is in control mode. */
export async function houseWithMachine() {
  const house = await openHouse();
  const machine = await house.pair('build-01');
  await machine.sync({ report: machineReport() });
  const row = await resolveMachine(house.call(), 'build-01');
  return { house, machine: { ...machine, row } };
}
