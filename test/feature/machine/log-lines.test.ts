import { expect, test } from 'vitest';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

test('the log has no sequence for a terminal, and no line that is too long', async () => {
  proves('MACHINE-log-harmless');
  const { cloud, file, log, machine } = await startTestMachine();
  await cloud.send('x\u001b]0;title\u0007\u001b[31m\u009b31m\u202e\u2028y\tz');
  await cloud.send('skill.get', { skill: 'z'.repeat(100_000) });
  await cloud.send('long'.repeat(2_000));
  await machine.stop();
  const kept = await file('state/machine.log');
  expect(kept).toMatch(/ x y z: unknown_command$/m);
  expect(kept.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
  for (const line of [...kept.split('\n'), ...log]) expect(line.length).toBeLessThan(4_100);
});
