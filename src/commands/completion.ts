import * as Args from '@oclif/core/args';
import { BASH } from './completion/scripts/bash.ts';
import { FISH } from './completion/scripts/fish.ts';
import { POWERSHELL } from './completion/scripts/powershell.ts';
import { ZSH } from './completion/scripts/zsh.ts';
import { FleetCommand } from './fleet-command.ts';

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: BASH,
  zsh: ZSH,
  fish: FISH,
  powershell: POWERSHELL,
};

export default class Completion extends FleetCommand {
  static override readonly summary = 'Print the completion script of a shell.';
  static override readonly examples = [
    'source <(fleet completion bash)',
    `fleet completion zsh > "\${fpath[1]}/_fleet"`,
    'fleet completion fish > ~/.config/fish/completions/fleet.fish',
    'fleet completion powershell | Out-String | Invoke-Expression',
  ];
  static override readonly args = {
    shell: Args.string({
      required: true,
      ignoreStdin: true,
      description: Object.keys(SCRIPTS).join(', '),
      options: Object.keys(SCRIPTS),
    }),
  };

  async run(): Promise<void> {
    const { args } = await this.read();
    const shell: string = args['shell'];
    await this.runtime.stdout.write(SCRIPTS[shell] ?? '');
  }
}
