import * as Args from '@oclif/core/args';
import { Failure, usageFailure } from '../../contract/failure.ts';
import type { SecretContext } from '../../flow/secret/context.ts';
import { findMeantMachine, type MeantMachine } from '../../flow/secret/meant-machine.ts';
import { lookAtSink, newSecret } from '../../flow/secret/new-secret.ts';
import { openKnownMachines } from '../../profile/known-machines.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { type ServiceInUse, serviceName } from '../../render/service-name.ts';
import { confirm } from '../../terminal/prompt.ts';
import { canPrompt } from '../../terminal/terminal.ts';
import { CONSENT_FLAGS } from '../flag-table.ts';
import { machineNames } from '../names/machine-names.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { type Around, CollectCommand } from './collect-command.ts';
import type { CollectFlags } from './collect-flags.ts';
import { confirmOtherMachine, isUnlike, machineNotTold } from './confirm-other-machine.ts';
import { openJournal } from './open-journal.ts';
import { confirmLine, tellOfReplaced } from './replaced-line.ts';
import { COLLECT_FLAGS, requireSink } from './sink-flags.ts';

interface ReplacedSecret {
  readonly service: ServiceInUse;
  /** As it is shown. */
  readonly machine: string;
  readonly name: string;
  /** That has a value of the name. */
  readonly envFile?: string | undefined;
}

interface AskedMachine {
  readonly machine: string;
  readonly shown: MeantMachine | undefined;
  readonly keep: () => Promise<void>;
}

export default class SecretNew extends CollectCommand {
  static override readonly summary =
    'Have a machine make a secret, open it here, and hand it to one sink.';
  static override readonly description =
    'The machine seals the secret to a key made for this request, so the service never has its ' +
    'value. It goes to one of --file, --dotenv, --stdout, or to a command after --, which gets it ' +
    'as NAME in its environment. See fleet help secrets.';
  static override readonly examples = [
    'fleet secret new build-01 DEPLOY_SECRET --dotenv .env',
    'fleet secret new build-01 DEPLOY_SECRET --file ./deploy-secret',
    'fleet secret new build-01 DEPLOY_SECRET -- ./register-webhook.sh',
  ];
  static override readonly args = {
    machine: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'Id, name or hostname of a machine in control mode.',
    }),
    name: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'Environment variable of the secret, for example DEPLOY_SECRET.',
    }),
  };
  static override readonly flags = oclifFlags({
    force: { type: 'boolean', description: 'Replace a secret that the machine has already.' },
    ...COLLECT_FLAGS,
    ...CONSENT_FLAGS,
  });

  async run(): Promise<void> {
    const { args, flags, sink: choice } = await this.readWithSink();
    const opened = await openJournal(this.runtime);
    const sink = requireSink(choice);
    const machine = machineNamed(args['machine']);
    const name = secretNamed(args['name']);
    const force = 'force' in flags && flags.force === true;
    await this.collect(opened, { flags, choice, machine }, async (context, environment, around) => {
      const { asking } = around;
      const envFile = await lookAtSink(sink, name, environment);
      const { identity: service } = await around.service();
      const isPerson = canPrompt(this.runtime, flags['no-input'] === true);
      const isAsked = isPerson && flags.yes !== true;
      const typed = { service, machine, name };
      // Where nobody can be asked, it is refused before the machine is looked up.
      if (force && !isAsked) await asking(() => this.confirmReplacing(typed, flags));
      const meant = await this.machineMeant(machine, { name, flags, context, around });
      const replaced = { ...typed, machine: machineNames(machine, meant.shown), envFile };
      if (force && isAsked) await asking(() => this.confirmReplacing(replaced, flags));
      const line = envFile === undefined || force ? undefined : { ...replaced, envFile };
      if (line !== undefined && isAsked) await asking(() => confirmLine(line, this.runtime));
      await meant.keep();
      const request = { machine: meant.machine, machineId: meant.shown?.id, name, sink };
      // A line that was there is agreed to already; of one that comes later it is asked then.
      const isAgreed = envFile !== undefined && isAsked;
      const within = isAgreed ? { ...context, replacesValue: async () => undefined } : context;
      const collect = async (isForced: boolean) => {
        const made = await newSecret(within, { ...request, force: isForced }, environment);
        const told = { asking, flags, isAgreed: isAgreed || around.wasAsked() };
        await tellOfReplaced(made, { ...told, terminal: this.runtime });
        return made;
      };
      try {
        return await collect(force);
      } catch (error) {
        if (force || !isPerson || !isExists(error)) throw error;
        await asking(async () => {
          await this.runtime.stderr.write(`${sanitiseLine(error.facts.title)}.\n`);
          await this.confirmReplacing(replaced, { ...flags, yes: false });
        });
        return collect(true);
      }
    });
  }

  /**
   * The machine that the name means, where the service tells: it is asked by its id from here on. `keep` is for
   * after every yes to it.
   */
  private async machineMeant(
    typed: string,
    {
      around: { asking, service },
      context,
      flags,
      name,
    }: { around: Around; context: SecretContext; flags: CollectFlags; name: string },
  ): Promise<AskedMachine> {
    const meant = await findMeantMachine(await context.connect(), typed, context.signal);
    const { identity } = await service();
    const stateFolder = this.runtime.folders.state;
    const known = await openKnownMachines({ stateFolder, ...identity });
    const before = known.idOf(typed);
    const { unusable } = known;
    if (meant === undefined) {
      if (before === undefined && unusable === undefined)
        return { machine: typed, shown: undefined, keep: async () => undefined };
      throw machineNotTold({ before, name, typed, unusable });
    }
    const isOther = before === undefined ? isUnlike(typed, meant) : before !== meant.id;
    if (typed !== meant.id && (unusable !== undefined || isOther)) {
      const noInput = flags['no-input'] === true;
      const other = { service: identity, typed, before, unusable, now: meant, name };
      await asking(() => confirmOtherMachine(other, this.runtime, noInput));
    }
    // Whoever names the id accepts its name; a hostname each machine says itself, also another's name.
    const names = meant.names.filter(
      (each) => each === meant.name || known.idOf(each) === undefined,
    );
    const keep = () => known.keep(typed === meant.id ? names : [typed], meant.id);
    return { machine: meant.name ?? typed, shown: meant, keep };
  }

  private confirmReplacing(
    { envFile, machine, name, service }: ReplacedSecret,
    flags: CollectFlags,
  ): Promise<void> {
    const question = {
      service: serviceName(service),
      effect: 'secret new --force',
      target: `machine ${sanitiseLine(machine)}, name ${name}`,
      meaning:
        'Replaces the secret that the machine has; whatever uses the old one stops working.' +
        (envFile === undefined
          ? ''
          : sanitiseLine(` The value of ${name} in ${envFile} is replaced too; nothing keeps it.`)),
      typed: name,
    };
    return confirm(question, {
      yes: flags.yes === true,
      canPrompt: canPrompt(this.runtime, flags['no-input'] === true),
      stdin: this.runtime.stdin,
      promptStream: this.runtime.promptStream,
    });
  }
}

function isExists(error: unknown): error is Failure {
  return error instanceof Failure && error.kind === 'conflict' && error.facts.code === 'exists';
}

/** A name of nothing but dots would be a step in the path of the request. */
function machineNamed(text: string): string {
  if (!/^\.*$/.test(text)) return text;
  throw usageFailure('No machine', `${JSON.stringify(text)} names none.`);
}

function secretNamed(text: string): string {
  if (/^[A-Z_][A-Z0-9_]{0,99}$/.test(text)) return text;
  throw usageFailure(
    'NAME is not usable',
    `${JSON.stringify(text)} was given; allowed are up to 100 of A-Z, 0-9 and _, not beginning with a digit.`,
  );
}
