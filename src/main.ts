import { thisPlatform } from './base/platform.ts';
import { isUnderNohup } from './base/processes/under-nohup.ts';
import { CLOUD_COMMANDS } from './commands/cloud-commands.ts';
import { parseCommandLine } from './commands/command-line.ts';
import { refuseMisplacedKey } from './commands/misplaced-key.ts';
import { findOperation } from './commands/operation/find-operation.ts';
import { type Runtime, systemRuntime } from './commands/runtime.ts';
import { VERSION } from './commands/version.ts';
import { refuseRelativeFolders } from './profile/folders.ts';
import { endProcess } from './terminal/end-process.ts';

/** The whole program: reads the command line and ends the process with the exit code of the table. */
export async function main(): Promise<void> {
  const runtime = systemRuntime();
  const argv = process.argv.slice(2);
  if (isUnderNohup(runtime.environment['_'])) process.on('SIGHUP', () => {});
  try {
    await run(argv, runtime);
  } catch (error) {
    const { reportFailure } = await import('./terminal/report-failure.ts');
    process.exitCode = await reportFailure(error, { terminal: runtime, argv });
  }
  // Every write has been waited for; what is still open (an idle connection, stdin) is not needed.
  endProcess(Number(process.exitCode ?? 0));
}

async function run(argv: readonly string[], runtime: Runtime): Promise<void> {
  if (argv[0] === '__complete') {
    const { complete } = await import('./commands/completion/complete.ts');
    process.exitCode = await complete(argv.slice(1), runtime);
    return;
  }
  await refuseMisplacedKey(argv, runtime.environment);
  const commands = argv[0] === 'cloud' ? CLOUD_COMMANDS : await allCommands();
  const line = parseCommandLine(argv, Object.keys(commands));
  // Help tells what the variables have to be.
  if (line.kind === 'operation' || (line.kind === 'command' && !line.id.startsWith('help:'))) {
    refuseRelativeFolders(runtime.environment, thisPlatform());
  }
  switch (line.kind) {
    case 'version':
      return runtime.stdout.write(`fleet ${VERSION}\n`);
    case 'unknown': {
      const { unknownCommand } = await import('./commands/unknown-command.ts');
      throw unknownCommand(line.words, Object.keys(commands));
    }
    case 'help': {
      const { printHelp } = await import('./commands/help/print-help.ts');
      return printHelp(line, runtime);
    }
    case 'operation': {
      const operation = await findOperation(line, runtime, line.help !== undefined);
      if (line.help !== undefined) {
        const { printOperationHelp } = await import('./commands/operation/help.ts');
        return printOperationHelp(operation, { length: line.help, argv: line.argv }, runtime);
      }
      const { callOperation } = await import('./commands/operation/call.ts');
      process.exitCode = await callOperation(operation, line.argv, runtime);
      return;
    }
    case 'command': {
      const load = commands[line.id];
      if (load === undefined) throw new Error(`no command ${line.id}`);
      const { runWithOclif } = await import('./commands/oclif/run-command.ts');
      return runWithOclif(line.id, line.argv, async () => (await load()).default);
    }
  }
}

/** Loaded where an operation is not what was typed first: their list is long. */
async function allCommands(): Promise<typeof CLOUD_COMMANDS> {
  const { COMMANDS } = await import('./commands/registry.ts');
  return COMMANDS;
}
