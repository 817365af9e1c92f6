import { Command } from '@oclif/core/command';
import type { ArgInput, FlagInput, OptionFlag, ParserOutput } from '@oclif/core/interfaces';
import { Failure } from '../contract/failure.ts';
import { reportFailure } from '../terminal/report-failure.ts';
import { normaliseArgv, unmarked } from './oclif/normalise-argv.ts';
import { parserFailure, requireFlags } from './oclif/parser-failure.ts';
import { type Runtime, systemRuntime } from './runtime.ts';

interface CommandInput {
  readonly flags: FlagInput;
  readonly args: ArgInput;
  readonly strict: boolean;
}

/** The base of every command: the runtime, parsing, and one way to report a failure. */
export abstract class FleetCommand extends Command {
  protected readonly runtime: Runtime = systemRuntime();

  /** Parses with this command's own flags and arguments. Throws `Failure` usage. */
  protected async read(): Promise<ParserOutput> {
    const { args, flags = {}, strict } = this.ctor;
    return this.readAs({ args, flags, strict });
  }

  /** Parses with flags and arguments known only at run time. Throws `Failure` usage. */
  protected async readAs(input: CommandInput): Promise<ParserOutput> {
    // Set before anything can throw: oclif would add a warning of its own to our message.
    this.parsed = true;
    const argv = normaliseArgv(this.argv, input.flags);
    requireFlags(input.flags, argv);
    try {
      return await this.parse({ ...input, flags: unmarkedFlags(input.flags) }, argv);
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw parserFailure(error);
    }
  }

  /** oclif passes every error of `run` to this; the process ends with the exit code later. */
  protected override async catch(error: Error): Promise<void> {
    process.exitCode = await reportFailure(error, { terminal: this.runtime, argv: this.argv });
  }
}

/** Takes the mark of `unambiguousArgv` off each value before the flag's own parser sees it. */
function unmarkedFlags(flags: FlagInput): FlagInput {
  const entries = Object.entries(flags).map(([name, flag]) => {
    if (flag.type === 'boolean') return [name, flag];
    const parse: OptionFlag<unknown>['parse'] = (text, context, options) =>
      flag.parse(unmarked(text), context, options);
    return [name, { ...flag, parse }];
  });
  return Object.fromEntries(entries);
}
