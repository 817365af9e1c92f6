import * as Args from '@oclif/core/args';
import { FleetCommand } from '../fleet-command.ts';
import { type OpenSkills, openSkills } from './open-skills.ts';

type ReadWords = Awaited<ReturnType<FleetCommand['read']>>;

/** The base of the commands that compare a folder with the machines that are named. */
export abstract class CompareCommand extends FleetCommand {
  static override readonly args = {
    machine: Args.string({
      required: false,
      ignoreStdin: true,
      description: 'Id or name of a machine, or a glob; more may follow.',
    }),
  };
  /** More machines may follow the first. */
  static override readonly strict = false;

  /**
   * Connects to the service and finds the machines that the words name, does the work and closes the
   * connection; the work gives the exit code. Throws `Failure` as `openSkills` does.
   */
  protected async withMachines(
    operation: 'get_skill' | 'save_skill',
    { flags, places }: ReadWords,
    work: (open: OpenSkills) => Promise<number>,
  ): Promise<void> {
    const open = await openSkills(this.runtime, {
      operation,
      argv: this.argv,
      machines: [...places, ...(flags['machine'] ?? [])],
      where: flags['where'] ?? [],
      followTimeout: flags['follow-timeout'],
    });
    try {
      process.exitCode = await work(open);
    } finally {
      await open.service.client.close();
    }
  }
}
