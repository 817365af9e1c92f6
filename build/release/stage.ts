import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Publisher } from './faults.ts';

/** Puts what is known of the publisher into an unpacked package; what is unknown is left out. */
export function stage(folder: string, publisher: Publisher, year: number): void {
  const { copyright_holder: holder, repository, security_contact: contact } = publisher;
  const change = (name: string, edit: (text: string) => string) => {
    const path = join(folder, name);
    writeFileSync(path, edit(readFileSync(path, 'utf8')));
  };
  change('package.json', (text) => {
    // Its scripts and the packages that it is made with are of no use in it.
    const { devDependencies: _, scripts: __, allowScripts: ___, ...description } = JSON.parse(text);
    const known = {
      ...(holder && { author: holder }),
      ...(repository && { repository: { type: 'git', url: repository } }),
    };
    return `${JSON.stringify({ ...description, ...known }, null, 2)}\n`;
  });
  if (holder) {
    change('LICENSE', (text) =>
      text.replace('Copyright [yyyy] [name of copyright owner]', `Copyright ${year} ${holder}`),
    );
  }
  if (contact) {
    change('SECURITY.md', (text) =>
      text.replace(
        /^Report what you find in private.*$/m,
        `Report what you find in private, to ${contact}. Please no public issue before a fix is out.`,
      ),
    );
  }
}
