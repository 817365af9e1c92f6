import type { ParserOutput } from '@oclif/core/interfaces';
import { thisPlatform } from '../../base/platform.ts';
import { fingerprintOf } from '../../client/catalogue/cache.ts';
import { openClient } from '../../client/fleet-client.ts';
import { parseBaseUrl } from '../../contract/base-url.ts';
import { type Failure, usageFailure } from '../../contract/failure.ts';
import { logIn } from '../../flow/log-in.ts';
import { keyPath } from '../../profile/key-file.ts';
import { accountOf } from '../../profile/keychain/own-key.ts';
import { nameProblem } from '../../profile/name-problem.ts';
import {
  DEFAULT_PROFILE,
  type NamedProfile,
  profileName,
  readProfiles,
} from '../../profile/profiles.ts';
import { baseUrlText, noBaseUrl } from '../../profile/resolve-target.ts';
import { openKeychain } from '../../profile/stored-key.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { serviceName } from '../../render/service-name.ts';
import { interruptionSignal } from '../../terminal/interruption.ts';
import { createPrinter } from '../../terminal/printer.ts';
import { askLine } from '../../terminal/prompt.ts';
import { canPrompt } from '../../terminal/terminal.ts';
import { dropTypedAhead, withTypingHidden } from '../../terminal/typed-ahead.ts';
import { OUTPUT_FLAGS, SERVICE_FLAGS } from '../flag-table.ts';
import { FleetCommand } from '../fleet-command.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { madeFileLine } from '../readers-line.ts';
import type { Runtime } from '../runtime.ts';
import { unprotectedPath } from '../unprotected-path.ts';
import { VERSION } from '../version.ts';
import { refuseForeignKey } from './foreign-key.ts';
import { goesFirstNote } from './goes-first.ts';
import { loginFailure } from './login-failure.ts';
import { readKey } from './read-key.ts';
import { replacedNote, replacesNote } from './replaces-note.ts';

const STORAGES = ['keychain', 'file'] as const;

/** What a stored key does not take the place of. */
const KEY_VARIABLES = ['FLEET_API_KEY', 'FLEET_API_KEY_FILE'];

/** Terminals give a paste in parts, a few milliseconds apart. */
const QUIET_MS = 200;

export default class AuthLogin extends FleetCommand {
  static override readonly summary = 'Store an API key for a service.';
  static override readonly description =
    'The key is asked for without being shown, checked with the service, and kept in the keychain ' +
    'of this computer. It is sent to the service it was stored for and to no other.';
  static override readonly examples = [
    'fleet auth login --base-url https://fleet.example.com',
    'fleet auth login --profile staging --base-url https://staging.example.com --key-stdin < key',
  ];
  /** What is too much may be a key, which oclif would show. */
  static override readonly strict = false;
  static override readonly flags = oclifFlags({
    'key-stdin': { type: 'boolean', description: 'Read the key from stdin.' },
    'key-file': { type: 'option', helpValue: 'FILE', description: 'Read the key from a file.' },
    store: {
      type: 'option',
      helpValue: STORAGES.join('|'),
      description: 'Where it is kept: the keychain, or a file that only this user can read.',
    },
    'no-input': { type: 'boolean', description: 'Never ask; else FLEET_NO_INPUT.' },
    ...OUTPUT_FLAGS,
    ...SERVICE_FLAGS,
  });

  async run(): Promise<void> {
    const { flags, places } = await this.read();
    if (places.length > 0) throw keyAsArgument();
    const { runtime } = this;
    try {
      await this.logIn(flags);
    } finally {
      // The rest of a paste may be the key: the shell would show it, and keep it in its history.
      const quiet = { clock: runtime.clock, quietMs: QUIET_MS };
      if (isAsked(flags, runtime))
        await dropTypedAhead(runtime.stdin, quiet).catch(() => undefined);
    }
  }

  private async logIn(flags: ParserOutput['flags']): Promise<void> {
    const { runtime } = this;
    const printer = await createPrinter(flags, runtime);
    const storage = storageOf(flags['store']);
    const name = profileName(flags['profile'], runtime.environment) ?? DEFAULT_PROFILE;
    const profiles = readProfiles(runtime);
    refuseName(name, profiles);
    // Asked for before the questions: a signal has to end the line of one.
    const signal = interruptionSignal();
    const baseUrl = parseBaseUrl(await this.baseUrlText(profiles, name, flags));
    const { origin } = baseUrl;
    const key = await readKey(flags, runtime, {
      service: serviceName({ baseUrl: baseUrl.text, profile: name }),
      beforeAsking: async () => {
        if (storage === 'keychain') await requireKeychain(runtime, { name, origin });
        await runtime.stderr.write(replacesNote(profiles, { name, origin }));
      },
    });
    const keyFingerprint = fingerprintOf(key);
    refuseForeignKey(readProfiles(runtime), { name, origin, key_fingerprint: keyFingerprint });
    const { clock, environment, random } = runtime;
    const client = openClient({
      baseUrl,
      key,
      clock,
      random,
      environment,
      version: VERSION,
      signal,
    });
    let keyName: string | null | undefined;
    try {
      const store = () =>
        logIn({
          client,
          key,
          keyFingerprint,
          runtime,
          name,
          storage,
          signal,
          met: ({ key_name: told }) => {
            keyName = told;
          },
        });
      const { left, profile, replaced } = isAsked(flags, runtime)
        ? await withTypingHidden(runtime.stdin, store)
        : await store();
      const { key_fingerprint: _, name: profileName, ...facts } = profile;
      await printer.value({ value: { profile: profileName, ...facts } });
      if (left !== undefined) await runtime.stderr.write(leftNote(left));
      if (replaced !== undefined) await runtime.stderr.write(replacedNote(replaced));
      await runtime.stderr.write(goesFirstNote(KEY_VARIABLES, environment, 'the stored key'));
      if (storage === 'file') await warnOfReaders(runtime, name);
    } catch (error) {
      const isPiped = flags['key-stdin'] === true;
      throw loginFailure(error, { baseUrl: baseUrl.text, isPiped, keyName });
    } finally {
      await client.close();
    }
  }

  /** Typed, else of the profile that is logged in anew, else asked for. */
  private async baseUrlText(
    profiles: readonly NamedProfile[],
    name: string,
    flags: { readonly [flag: string]: string | boolean | undefined },
  ): Promise<string> {
    const { runtime } = this;
    const { 'base-url': baseUrl, 'no-input': noInput } = flags;
    const given = baseUrlText(
      typeof baseUrl === 'string' ? baseUrl : undefined,
      runtime.environment,
    );
    const known = given ?? profiles.find((profile) => profile.name === name)?.base_url;
    if (known !== undefined) return known;
    if (!canPrompt(runtime, noInput === true)) throw noBaseUrl([]);
    return askLine('Base URL of the service: ', runtime);
  }
}

/** Whether a person is asked for the key. */
function isAsked(flags: ParserOutput['flags'], runtime: Runtime): boolean {
  const isGiven = flags['key-stdin'] === true || flags['key-file'] !== undefined;
  return !isGiven && canPrompt(runtime, flags['no-input'] === true);
}

/** Throws `Failure` usage where this system would mix up its files with those of another one. */
function refuseName(name: string, profiles: readonly NamedProfile[]): void {
  const others = profiles.map((profile) => profile.name);
  const problem = nameProblem(name, others, thisPlatform());
  if (problem === undefined) return;
  throw usageFailure('The name of the profile is not usable', problem, 'Give another --profile.');
}

/** Reads what may be there already, which needs all that storing a key needs. Throws `Failure` no_keychain. */
async function requireKeychain(
  runtime: Runtime,
  place: { readonly name: string; readonly origin: string },
): Promise<void> {
  const keychain = await openKeychain(runtime);
  await keychain.read(accountOf(runtime, place));
}

/** Where the system keeps the key's file from nobody. */
async function warnOfReaders(runtime: Runtime, name: string): Promise<void> {
  const { environment, folders, stderr } = runtime;
  const warning =
    unprotectedPath(folders.config, environment) ??
    (await madeFileLine(keyPath(runtime, name), 'the key'));
  if (warning !== undefined) await stderr.write(`${sanitiseLine(warning)}\n`);
}

function leftNote({ name, origin }: NamedProfile): string {
  return `The key that the profile ${name} had for ${origin} is still in the keychain, which cannot be used now.\n`;
}

function keyAsArgument(): Failure {
  return usageFailure(
    'fleet auth login takes no argument',
    'What was given is not shown here: it may be a key.',
    'The key is asked for, or read with --key-stdin or --key-file FILE; the service is --base-url.',
  );
}

function storageOf(name: string | undefined): (typeof STORAGES)[number] {
  const storage = STORAGES.find((each) => each === (name ?? 'keychain'));
  if (storage !== undefined) return storage;
  throw usageFailure(
    'Unknown store',
    `--store is ${JSON.stringify(name)}; allowed are ${STORAGES.join(' and ')}.`,
  );
}
