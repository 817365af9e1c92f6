import { fileURLToPath } from 'node:url';
import { interruptionSignal } from '../terminal/interruption.ts';
import { askLine } from '../terminal/prompt.ts';
import { canPrompt } from '../terminal/terminal.ts';
import { FleetCommand } from './fleet-command.ts';

export default class Demo extends FleetCommand {
  static override readonly summary = 'Watch real commands run against a small demonstration fleet.';
  static override readonly examples = ['fleet demo'];

  async run(): Promise<void> {
    await this.read();
    const { runDemo } = await import('../demo/start.ts');
    const { isTerminal } = this.runtime.stdout;
    const isWatched = isTerminal && canPrompt(this.runtime, false);
    await runDemo({
      program: [process.execPath, process.argv[1] ?? fileURLToPath(import.meta.url)],
      environment: process.env,
      print: (text) => void this.runtime.stdout.write(text),
      isTerminal,
      untilNext: isWatched ? (place) => this.untilEnter(place) : undefined,
      signal: interruptionSignal(),
    });
  }

  private async untilEnter(place: string): Promise<void> {
    await askLine(`(${place}) Press Enter to go on: `, this.runtime);
  }
}
