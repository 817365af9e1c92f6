import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a person or the cloud has put into a machine's folder. */
export interface MachineFolderContent {
  /** The text of fleet.yaml; control mode without it. */
  readonly config?: string;
  /** Skill name → the `fleet:` block, as lines below it, or a whole file that begins with `---`. */
  readonly skills?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
}

/** A shell skill with this script. */
export function shellSkill(script: string, settings = ''): string {
  return `  runner: shell\n${settings}---\n\`\`\`sh\n${script}\n\`\`\`\n`;
}

/** Writes settings, skills and secrets into a folder. */
export async function writeMachineFolder(
  folder: string,
  { config = 'mode: control\n', skills = {}, secrets }: MachineFolderContent,
): Promise<void> {
  await writeFile(join(folder, 'fleet.yaml'), config);
  for (const [name, content] of Object.entries(skills)) {
    await mkdir(join(folder, 'skills', name), { recursive: true });
    const whole = content.startsWith('---')
      ? content
      : `---\nname: ${name}\ndescription: A skill\nfleet:\n${content}`;
    await writeFile(join(folder, 'skills', name, 'SKILL.md'), whole);
  }
  if (secrets === undefined) return;
  await mkdir(join(folder, 'state'), { recursive: true });
  await writeFile(join(folder, 'state', 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 });
}
