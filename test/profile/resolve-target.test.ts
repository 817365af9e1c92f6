import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/time/clock.ts';
import { Failure } from '../../src/contract/failure.ts';
import type { ProfileRuntime } from '../../src/profile/profile-runtime.ts';
import {
  resolveBaseUrl,
  resolveKey,
  resolveTarget,
  type TargetFlags,
} from '../../src/profile/resolve-target.ts';
import { proves } from '../support/proves.ts';

const PROFILE = {
  base_url: 'https://profile.example',
  origin: 'https://profile.example',
  storage: 'file',
  key_fingerprint: 'abc',
};

function runtimeWith(
  environment: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
): ProfileRuntime {
  return {
    environment,
    node: '',
    atExit: () => () => {},
    folders: { config: '/config' },
    clock: systemClock,
    readTextFile(path) {
      const text = files[path];
      if (text === undefined) throw Object.assign(new Error('no'), { code: 'ENOENT' });
      return text;
    },
  };
}

const LOGGED_IN = {
  '/config/profiles.json': JSON.stringify({ version: 1, profiles: { default: PROFILE } }),
  '/config/keys/default': 'fleet_stored\n',
};

test('the flag goes before FLEET_BASE_URL, and that before the profile', () => {
  proves('UI-keys-precedence');
  const inEnvironment = { FLEET_BASE_URL: 'https://env.example' };
  const flags: TargetFlags = { 'base-url': 'https://flag.example' };
  const origin = (environment: Readonly<Record<string, string>>, given: TargetFlags = {}) =>
    resolveBaseUrl(runtimeWith(environment, LOGGED_IN), given).origin;
  expect(origin(inEnvironment, flags)).toBe('https://flag.example');
  expect(origin(inEnvironment)).toBe('https://env.example');
  expect(origin({ FLEET_BASE_URL: '' })).toBe('https://profile.example');
});

test('without a base URL the ways to give one are named', async () => {
  proves('UI-keys-no-base-url');
  const failure = await failureOf(() => resolveTarget(runtimeWith({}), {}));
  expect([failure.kind, failure.facts.code]).toEqual(['usage', 'no_base_url']);
});

test('the key of a profile goes to its own origin and to no other', async () => {
  const runtime = runtimeWith({}, LOGGED_IN);
  const keyOf = async (flags: TargetFlags) => resolveKey(runtime, resolveTarget(runtime, flags));
  expect(await keyOf({})).toEqual({
    key: 'fleet_stored',
    source: 'profile',
    storage: 'file',
    baseUrl: { origin: PROFILE.origin, pathPrefix: '', text: PROFILE.base_url },
  });
  const failure = await failureOf(() => keyOf({ 'base-url': 'https://other.example' }));
  expect([failure.kind, failure.facts.code]).toEqual(['no_key', 'foreign_origin']);
});

test('a key in the environment is used before the one of the profile', async () => {
  proves('UI-keys-precedence');
  const runtime = runtimeWith({ FLEET_API_KEY: 'fleet_env' }, LOGGED_IN);
  const { key } = await resolveKey(runtime, resolveTarget(runtime, { profile: 'default' }));
  expect(key).toBe('fleet_env');
});

test('the profile that was chosen is the one of commands that name none', () => {
  proves('UI-auth-switch');
  const other = { ...PROFILE, base_url: 'https://other.example', origin: 'https://other.example' };
  const file = { version: 1, chosen: 'other', profiles: { default: PROFILE, other } };
  const runtime = (environment = {}) =>
    runtimeWith(environment, { '/config/profiles.json': JSON.stringify(file) });
  expect(resolveBaseUrl(runtime(), {}).origin).toBe('https://other.example');
  expect(resolveBaseUrl(runtime(), { profile: 'default' }).origin).toBe('https://profile.example');
  const named = runtime({ FLEET_PROFILE: 'default' });
  expect(resolveBaseUrl(named, {}).origin).toBe('https://profile.example');
});

test('where no profile is meant, those that there are are named', async () => {
  proves('UI-auth-which');
  const file = { version: 1, profiles: { work: PROFILE, home: PROFILE } };
  const runtime = runtimeWith({}, { '/config/profiles.json': JSON.stringify(file) });
  const step = { step: 'choose_profile', profiles: ['home', 'work'] };
  const noBase = await failureOf(() => resolveTarget(runtime, {}));
  expect(noBase.facts.next?.[0]).toEqual(step);
  const target = { 'base-url': 'https://profile.example' };
  const noKey = await failureOf(async () => resolveKey(runtime, resolveTarget(runtime, target)));
  expect(noKey.facts.next?.[0]).toEqual(step);
});

test('no key at all is a failure of its own', async () => {
  const runtime = runtimeWith({ FLEET_BASE_URL: 'https://env.example' });
  const failure = await failureOf(async () => resolveKey(runtime, resolveTarget(runtime, {})));
  expect([failure.kind, failure.facts.code]).toEqual(['no_key', 'no_key']);
});

async function failureOf(run: () => unknown): Promise<Failure> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
