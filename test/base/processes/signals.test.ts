import { expect, test } from 'vitest';
import { endSignals, endsBySignals } from '../../../src/base/processes/end-signals.ts';
import { handedSignals } from '../../../src/base/processes/handed-signals.ts';
import { proves } from '../../support/proves.ts';

const ALL = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGCONT'];

test('Ctrl-Break ends the program on Windows', () => {
  proves('PLATFORM-signals');
  expect(endSignals('linux', false)).toEqual(['SIGINT', 'SIGTERM', 'SIGHUP']);
  expect(endSignals('darwin', true)).toEqual(['SIGINT', 'SIGTERM']);
  expect(endSignals('win32', false)).toEqual(['SIGINT', 'SIGTERM', 'SIGBREAK']);
});

test.each(['linux', 'darwin'] as const)(
  'what a terminal of %s sends itself is not sent',
  (system) => {
    proves('PLATFORM-signals');
    expect(handedSignals(system, { hasTerminal: false })).toEqual({ heard: ALL, sent: ALL });
    const { heard, sent } = handedSignals(system, { hasTerminal: true });
    expect(heard).toEqual(ALL);
    expect(sent).toEqual(['SIGTERM', 'SIGHUP', 'SIGUSR2', 'SIGCONT']);
  },
);

test('on Windows nothing is sent on, with a console or without', () => {
  proves('PLATFORM-signals');
  for (const hasTerminal of [true, false]) {
    expect(handedSignals('win32', { hasTerminal })).toEqual({
      heard: ['SIGINT', 'SIGBREAK', 'SIGHUP'],
      sent: [],
    });
  }
});

test('a program ends by the signal of Ctrl-C where that can be seen', () => {
  proves('PLATFORM-signals');
  const systems = ['linux', 'darwin', 'win32'] as const;
  expect(systems.map(endsBySignals)).toEqual([true, true, false]);
});
