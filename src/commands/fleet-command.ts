import { Command } from '@oclif/core/command';
import type { ParserOutput } from '@oclif/core/interfaces';
import { reportFailure } from '../terminal/report-failure.ts';
import { parserFailure, requireFlags } from './oclif/parser-failure.ts';
import { flagsIn, readWords } from './read-words.ts';
import { type Runtime, systemRuntime } from './runtime.ts';

/** The base of every command: the runtime, parsing, and one way to report a failure. */
export abstract class FleetCommand extends Command {
  protected readonly runtime: Runtime = systemRuntime();

  /**
   * Reads the flags and arguments of this command; `places` are all words that are neither flags nor
   * their values, `given` the flags without those that have a default. Throws `Failure` usage.
   */
  protected async read(): Promise<
    Pick<ParserOutput, 'args' | 'flags'> & {
      readonly places: readonly string[];
      readonly given: ParserOutput['flags'];
    }
  > {
    // Set before anything can throw: oclif would add a warning of its own to our message.
    this.parsed = true;
    const { args, flags = {}, strict } = this.ctor;
    const { argv } = this;
    const read = await readWords(argv, flagsIn(flags));
    requireFlags(flags, read.flags);
    const defaults = Object.entries(flags)
      .filter((entry) => entry[1].default !== undefined)
      .map(([name, flag]) => [name, flag.default]);
    const given = Object.fromEntries(read.flags);
    try {
      const parsed = await this.parse({ args, strict }, ['--', ...read.places]);
      return {
        args: parsed.args,
        places: read.places,
        given,
        flags: { ...Object.fromEntries(defaults), ...given },
      };
    } catch (error) {
      throw parserFailure(error);
    } finally {
      this.argv = argv;
    }
  }

  /** oclif passes every error of `run` to this; the process ends with the exit code later. */
  protected override async catch(error: Error): Promise<void> {
    process.exitCode = await reportFailure(error, { terminal: this.runtime, argv: this.argv });
  }
}
