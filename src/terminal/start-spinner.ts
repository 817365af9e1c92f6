import ora from 'ora';
import { interruptionHeard } from './interruption.ts';

/** A spinner that turns. */
export interface Spinner {
  text: string;
  stop(): void;
}

const SHOW_CURSOR = '\u001b[?25h';

/** Starts a spinner. A signal that ends the program at once leaves the cursor to be seen. */
export function startSpinner(stream: NodeJS.WriteStream, text: string): Spinner {
  const spinner = ora({ stream, discardStdin: false, text }).start();
  const show = () => void stream.write(SHOW_CURSOR);
  // Alone it would take the signal from what ends the program.
  const isHeard = interruptionHeard() !== undefined;
  if (isHeard) process.prependListener('SIGINT', show);
  return {
    set text(next: string) {
      spinner.text = next;
    },
    stop() {
      process.off('SIGINT', show);
      spinner.stop();
    },
  };
}
