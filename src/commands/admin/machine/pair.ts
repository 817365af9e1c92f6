import { resolve } from 'node:path';
import { sanitiseLine } from '../../../render/sanitise.ts';
import { oclifFlags } from '../../oclif/flags.ts';
import { madeFileLine } from '../../readers-line.ts';
import { ADMIN_FLAGS, AdminCommand } from '../admin-command.ts';
import { withTokenFile } from './token-file.ts';

export default class AdminMachinePair extends AdminCommand {
  static override readonly summary = 'Pair a machine and print its token, this once.';
  static override readonly examples = [
    'fleet admin machine pair --name build-01 --token-out ./build-01/token',
  ];
  static override readonly flags = oclifFlags({
    name: { type: 'option', required: true, helpValue: 'NAME', description: 'Name to show.' },
    'token-out': {
      type: 'option',
      helpValue: 'FILE',
      description: 'Write the token there, for this user alone, in place of printing it.',
    },
    ...ADMIN_FLAGS,
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const { machinesNamed, pairNewMachine } = await import('../../../server/admin/machines.ts');
    let name = '';
    let others: readonly string[] = [];
    await withTokenFile(flags['token-out'], (file) =>
      this.workAndPrint(flags, async (admin) => {
        const paired = await pairNewMachine(admin, flags['name']);
        name = paired.name;
        others = (await machinesNamed(admin, name)).filter((id) => id !== paired.id);
        if (file === undefined) return paired;
        const { token, ...printed } = paired;
        await file.write(`${token}\n`);
        return { ...printed, token_file: file.path };
      }),
    );
    if (flags.quiet === true) return;
    if (flags['token-out'] !== undefined) await this.warnOfReaders(resolve(flags['token-out']));
    if (others.length === 0) return;
    const called = `${others.join(', ')} ${others.length === 1 ? 'is' : 'are'} called`;
    await this.runtime.stderr.write(
      `${called} ${JSON.stringify(name)} too: use their ids, rename one with fleet cloud ` +
        'rename-machine, or have one that is gone forgotten with fleet cloud disconnect-machine ID.\n',
    );
  }

  private async warnOfReaders(path: string): Promise<void> {
    const warning = await madeFileLine(path, 'the token');
    if (warning !== undefined) await this.runtime.stderr.write(`${sanitiseLine(warning)}\n`);
  }
}
