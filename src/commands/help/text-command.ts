import { FleetCommand } from '../fleet-command.ts';

const WIDTH_MAX = 100;

/** A help topic: prints its text and does nothing else. */
export abstract class TextCommand extends FleetCommand {
  protected abstract text(width: number): string;

  async run(): Promise<void> {
    await this.read();
    await this.runtime.stdout.write(
      `${this.text(Math.min(this.runtime.stdout.columns, WIDTH_MAX))}\n`,
    );
  }
}
