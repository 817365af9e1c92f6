// The process of `fleet mcp`, which starts when this file is loaded.
import { exitAtOnce } from './base/processes/exit-at-once.ts';
import { startBridge } from './bridge/start.ts';
import { readBridgeOptions } from './commands/mcp/options.ts';
import { refuseMisplacedKey } from './commands/misplaced-key.ts';
import { Failure } from './contract/failure.ts';

const TERMINAL_HINT = `fleet mcp waits for the messages of an assistant, which starts it by itself.
To add it to one: fleet mcp install --client NAME. What it offers: fleet mcp doctor. Ctrl-C ends it.
`;

void main().catch(endWithFailure);

async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  await refuseMisplacedKey(argv, process.env);
  await startBridge(readBridgeOptions(argv.slice(1)), { terminalHint: TERMINAL_HINT });
}

function endWithFailure(error: unknown): void {
  const { advice, detail, title } =
    error instanceof Failure ? error.facts : { title: String(error) };
  const lines = [`fleet: ${title}`, detail, advice].filter((line) => line !== undefined);
  process.stderr.write(`${lines.join('\n  ')}\n`);
  exitAtOnce(error instanceof Failure && error.kind === 'usage' ? 2 : 1, process);
}
