import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Publisher } from './faults.ts';

const UNPUBLISHED = /It is in no registry yet\. In a clone:\n\n```sh\n[^`]*```/;

/** The text of a LICENSE with the line of its holder filled in. */
export function licenseOf(text: string, holder: string, year: number): string {
  return text.replace('Copyright [yyyy] [name of copyright owner]', `Copyright ${year} ${holder}`);
}

/**
 * Puts what is known of the publisher into an unpacked package, and how it is installed from the registry; what is
 * unknown is left out. Throws `Error` where the README does not say how to install a clone.
 */
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
  change('README.md', (text) => {
    if (!UNPUBLISHED.test(text)) throw new Error('README.md does not say how to install a clone');
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return text.replace(UNPUBLISHED, `\`\`\`sh\nnpm install --global ${name}\n\`\`\``);
  });
  if (holder) change('LICENSE', (text) => licenseOf(text, holder, year));
  if (contact) {
    change('SECURITY.md', (text) =>
      text.replace(
        /^Report what you find in private.*$/m,
        `Report what you find in private, to ${contact}. Please no public issue before a fix is out.`,
      ),
    );
  }
}
