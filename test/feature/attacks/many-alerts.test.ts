import { expect, test } from 'vitest';
import { ATTACKS } from '../../requirements.ts';
import { addTestChannel, startAlertServer } from '../../support/alert-channels.ts';
import { lookUps, recordStatements } from '../../support/plans/record-statements.ts';
import { proves } from '../../support/proves.ts';
import { scriptMachine } from '../../support/scripted-machine.ts';
import { jobReport, machineReport } from '../../support/sync-reports.ts';
import { openTestService } from '../../support/test-service.ts';

const { sentMax, withinMs } = ATTACKS['ATTACK-many-alerts'];
const CHECKS_OF_REPORT = 100;

test('a machine whose checks fail under ever new names does not fill the channels of all', async () => {
  proves('ATTACK-many-alerts');
  const { clock, machine, server } = await startAlertServer();
  const { store } = server.service;
  await addTestChannel(server, {
    kind: 'email',
    address: 'ops@example.com',
    alertTypes: ['health_failing'],
  });
  const neighbour = scriptMachine({
    baseUrl: server.baseUrl,
    token: await server.pair('neighbour'),
  });
  const failing = (round: string, count = CHECKS_OF_REPORT) => ({
    report: machineReport({
      checks: Array.from({ length: count }, (_, place) => ({
        name: `${round} ${place}`,
        state: 'failing' as const,
        message: 'full',
        fix: null,
      })),
    }),
  });
  const states = async () => {
    const sends = await store.read((db) => db.selectFrom('sends').select('body').execute());
    const all = sends.map(({ body }): string => JSON.parse(body).state);
    return [
      all.filter((state) => state === 'open').length,
      all.filter((state) => state === 'resolved').length,
    ];
  };
  for (const round of ['a', 'b', 'c']) await machine.sync(failing(round));
  await machine.sync({ report: machineReport() });
  expect(await states()).toEqual([sentMax, sentMax]);
  await neighbour.sync(failing('mine', 1));
  expect(await states()).toEqual([sentMax + 1, sentMax]);
  clock.advance(withinMs + 1000);
  await machine.sync(failing('later', 1));
  expect(await states()).toEqual([sentMax + 2, sentMax]);
});

test('alerts are sent also after the clock was ahead by a year for a moment', async () => {
  proves('ATTACK-many-alerts');
  const { clock, machine, server } = await startAlertServer();
  await addTestChannel(server, {
    kind: 'email',
    address: 'ops@example.com',
    alertTypes: ['health_failing'],
  });
  const report = (state: 'ok' | 'failing') =>
    machineReport({ checks: [{ name: 'disk', state, message: 'full', fix: null }] });
  const yearMs = 365 * 24 * 3_600_000;
  clock.sleep(yearMs);
  await machine.sync({ report: report('failing') });
  clock.sleep(-yearMs);
  const opened = async () => {
    const { store } = server.service;
    const sends = await store.read((db) => db.selectFrom('sends').select('body').execute());
    return sends.filter(({ body }) => JSON.parse(body).state === 'open').length;
  };
  const rounds = sentMax + 2;
  for (let round = 0; round < rounds; round += 1) {
    await machine.sync({ report: report('ok') });
    clock.advance(withinMs / 50);
    await machine.sync({ report: report('failing') });
  }
  expect(await opened()).toBe(rounds + 1);
});

test('a sync reads the alerts that it can be about, and not all of its machine', async () => {
  proves('ATTACK-lasting-alerts');
  const statements = recordStatements();
  const { pair } = await openTestService();
  const machine = await pair('bad');
  await machine.sync({ report: machineReport(), jobs: [jobReport({ status: 'waiting' })] });
  await machine.sync();
  const readings = lookUps(statements).filter((text) => /^select \S+ from .alerts./.test(text));
  expect(readings.length).toBeGreaterThan(0);
  expect(readings.filter((text) => !/.(condition|type). (in|=) /.test(text))).toEqual([]);
});
