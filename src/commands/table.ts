import type { Command } from '@oclif/core/command';

type Load = () => Promise<{ readonly default: Command.Class }>;

/** Our own commands by id; each is loaded when it runs. Operations are not here: they come at run time. */
export const COMMANDS: Readonly<Record<string, Load>> = {
  'admin:channel:add': () => import('./admin/channel/add.ts'),
  'admin:channel:list': () => import('./admin/channel/list.ts'),
  'admin:channel:remove': () => import('./admin/channel/remove.ts'),
  'admin:channel:set': () => import('./admin/channel/set.ts'),
  'admin:db:backup': () => import('./admin/db/backup.ts'),
  'admin:db:copy': () => import('./admin/db/copy.ts'),
  'admin:issue:list': () => import('./admin/issue/list.ts'),
  'admin:issue:set': () => import('./admin/issue/set.ts'),
  'admin:key:create': () => import('./admin/key/create.ts'),
  'admin:key:list': () => import('./admin/key/list.ts'),
  'admin:key:revoke': () => import('./admin/key/revoke.ts'),
  'admin:machine:disconnect': () => import('./admin/machine/disconnect.ts'),
  'admin:machine:list': () => import('./admin/machine/list.ts'),
  'admin:machine:pair': () => import('./admin/machine/pair.ts'),
  'admin:org:show': () => import('./admin/org/show.ts'),
  api: () => import('./api.ts'),
  cloud: () => import('./cloud.ts'),
  'cloud:refresh': () => import('./cloud/refresh.ts'),
  completion: () => import('./completion.ts'),
  demo: () => import('./demo.ts'),
  'help:environment': () => import('./help/environment.ts'),
  'help:exit-codes': () => import('./help/exit-codes.ts'),
  'help:input': () => import('./help/input.ts'),
  'help:output': () => import('./help/output.ts'),
  machine: () => import('./machine.ts'),
  'mcp:doctor': () => import('./mcp/doctor.ts'),
  'mcp:install': () => import('./mcp/install.ts'),
  'mcp:uninstall': () => import('./mcp/uninstall.ts'),
  serve: () => import('./serve.ts'),
};
