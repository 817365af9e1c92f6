import { usageFailure } from '../contract/failure.ts';
import { operationName } from './command-line.ts';
import { EACH_FLAGS } from './each/flags.ts';
import type { EachWords } from './each/read-each.ts';
import { FleetCommand } from './fleet-command.ts';
import { oclifFlags } from './oclif/flags.ts';
import { hasFlag } from './scan-argv.ts';

export default class Each extends FleetCommand {
  static override readonly summary = 'Run one operation on many machines.';
  static override readonly description =
    'The operation stands after --, as after fleet cloud but without its machine. The machines are ' +
    'selected first and frozen by their ids; a person confirms the list once. Each machine gets the ' +
    'operation at most once; what has no answer is told as unknown and never sent again. A line per ' +
    'machine as it ends, with -o jsonl one object; --retry-from FILE repeats what such a file says was ' +
    'not sent, and notes that in FILE. The exit code is 0 where all have 0, else the worst in the order ' +
    '1, 4, 7, 9, 5, 11, 6, 2, 10, 8. See also fleet each -- OPERATION --help.';
  static override readonly usage = "--machine GLOB [flags] -- OPERATION [operation's flags]";
  static override readonly examples = [
    "fleet each --machine '*' --where status=online -- run-skill disk-usage --follow",
    "fleet each --machine 'build-*' -o jsonl -- send-command --type ping > run.jsonl",
    'fleet each --retry-from run.jsonl -o jsonl -- send-command --type ping > again.jsonl',
    'grep -v build-07 names.txt | fleet each --machine @- --yes -- delete-skill old-check',
  ];
  /** What stands before the `--` by mistake is told as such. */
  static override readonly strict = false;
  static override readonly flags = oclifFlags(EACH_FLAGS);

  async run(): Promise<void> {
    const at = this.argv.indexOf('--');
    const own = at === -1 ? this.argv : this.argv.slice(0, at);
    const [word, ...argv] = at === -1 ? [] : this.argv.slice(at + 1);
    this.argv = own;
    const { flags, places } = await this.read();
    // How a failure is written is looked up in them.
    this.argv = [...own, ...argv];
    const isFlag = word?.startsWith('-') === true;
    if (word === undefined || isFlag || places.length > 0) throw misplaced(places);
    const name = operationName(word);
    if (hasFlag(argv, '--help') || hasFlag(argv, '-h')) return this.explain(name, argv);
    if (hasFlag(argv, '--schema') || hasFlag(argv, '--example')) return this.explain(name, argv);
    const { readEach } = await import('./each/read-each.ts');
    const { callEach } = await import('./each/call-each.ts');
    const words: EachWords = { flags, own, operation: [name, ...argv] };
    process.exitCode = await callEach(await readEach(words, this.runtime), this.runtime);
  }

  /** What an operation is does not depend on the machines. */
  private async explain(name: string, argv: readonly string[]): Promise<void> {
    const { findOperation } = await import('./operation/find-operation.ts');
    const operation = await findOperation({ name, argv }, this.runtime, true);
    if (hasFlag(argv, '--schema') || hasFlag(argv, '--example')) {
      const { callOperation } = await import('./operation/call.ts');
      process.exitCode = await callOperation(operation, argv, this.runtime);
      return;
    }
    const { printOperationHelp } = await import('./operation/help.ts');
    const length = hasFlag(argv, '--help') ? 'full' : 'short';
    await printOperationHelp(operation, { length, argv }, this.runtime);
  }
}

function misplaced([first]: readonly string[]): Error {
  return usageFailure(
    'Which operation?',
    first === undefined
      ? 'It stands after --, with its own flags.'
      : `${JSON.stringify(first)} stands before the --; the operation comes after it.`,
    `As in: fleet each --machine '*' -- ${first ?? 'run-skill disk-usage'}`,
  );
}
