import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../base/disk/replace-file.ts';
import { machineFolder, makeFolders } from '../folder.ts';
import { ALWAYS_FAILS } from './skills/always-fails.ts';
import { COPY_BACKUP } from './skills/copy-backup.ts';
import { DEPLOY_CHECK } from './skills/deploy-check.ts';
import { DISK_USAGE } from './skills/disk-usage.ts';
import { NIGHTLY_REPORT } from './skills/nightly-report.ts';
import { REVIEW_CHANGE } from './skills/review-change.ts';
import { SHOP_STATUS } from './skills/shop-status.ts';
import { TRIAGE_ISSUE } from './skills/triage-issue.ts';

export type SampleKind = 'control' | 'observe' | 'degraded';

const SKILLS: Readonly<Record<SampleKind, Readonly<Record<string, string>>>> = {
  control: {
    'always-fails': ALWAYS_FAILS,
    'copy-backup': COPY_BACKUP,
    'deploy-check': DEPLOY_CHECK,
    'disk-usage': DISK_USAGE,
    'nightly-report': NIGHTLY_REPORT,
    'review-change': REVIEW_CHANGE,
    'shop-status': SHOP_STATUS,
    'triage-issue': TRIAGE_ISSUE,
  },
  observe: { 'deploy-check': DEPLOY_CHECK, 'disk-usage': DISK_USAGE },
  degraded: { 'disk-usage': DISK_USAGE, 'nightly-report': NIGHTLY_REPORT },
};

const CONFIGS: Readonly<Record<SampleKind, string>> = {
  control: `# A machine of the demonstration in control mode.
mode: control
max_running_jobs: 6
repositories:
  - { name: shop, url: "https://git.example.com/shop.git", ref: main }
`,
  observe: `# A machine of the demonstration in observe mode.
mode: observe
deny: [logs.tail]
`,
  degraded: `# A machine of the demonstration with failing checks.
mode: control
deny: [update.*]
checks:
  - name: database
    state: failing
    message: the database on port 5432 refuses connections
    fix: Start the database, then run health.get again.
  - name: certificate
    state: warning
    message: the certificate of the webhook address ends in 9 days
    fix: Renew the certificate.
runners:
  agent_b: { ready: false, detail: agent_b is not signed in }
`,
};

/** Secrets with made-up values, which the sample skills need. */
export const SAMPLE_SECRETS = {
  SHOP_WEBHOOK_SECRET: 'sample-only-9a4e0b6c2d81',
  TRIAGE_WEBHOOK_SECRET: 'sample-only-3f9c1d7e5b2a',
};

/**
 * Writes the settings, skills and secrets of a demonstration machine into its folder. Files of the
 * same names are replaced; jobs and journal stay.
 */
export async function writeSampleMachine(root: string, kind: SampleKind): Promise<void> {
  const folder = machineFolder(root);
  await makeFolders(folder);
  await replaceFile(folder.config, CONFIGS[kind], { mode: 0o600 });
  if (kind === 'control') {
    await replaceFile(folder.secrets, `${JSON.stringify(SAMPLE_SECRETS)}\n`, { mode: 0o600 });
  }
  for (const [name, content] of Object.entries(SKILLS[kind])) {
    await mkdir(join(folder.skills, name), { recursive: true, mode: 0o700 });
    await replaceFile(join(folder.skills, name, 'SKILL.md'), content, { mode: 0o600 });
  }
}
