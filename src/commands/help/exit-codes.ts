import { EXIT_CODES } from '../../terminal/exit-codes.ts';
import { wrapped } from '../../terminal/wrap.ts';
import { TextCommand } from './text-command.ts';

export default class HelpExitCodes extends TextCommand {
  static override readonly summary = 'What each exit code means.';

  protected text(width: number): string {
    return EXIT_CODES.flatMap(({ code, meaning }) => {
      const [first = '', ...others] = wrapped(meaning, width - 5);
      return [`${String(code).padStart(3)}  ${first}`, ...others.map((line) => `     ${line}`)];
    }).join('\n');
  }
}
