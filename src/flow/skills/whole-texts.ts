import { marksIn, SCRUBBED } from '../../contract/scrubbed-text.ts';
import type { SkillFile, Skills } from './skill-file.ts';

const NOT_WHOLE: SkillFile = {
  kind: 'unreadable',
  reason: `the machine shows ${SCRUBBED} in the place of what looks like a secret; copy the file there by hand`,
};

/**
 * The skills of a machine as far as they may be written into a folder: one that has more marks of secrets
 * than the folder's own text is not what the machine has, and would take the real text away.
 */
export function wholeTexts(skills: Skills, local: Skills): Skills {
  const whole = ([skill, file]: readonly [string, SkillFile]) =>
    [skill, marksOf(file) > marksOf(local.get(skill)) ? NOT_WHOLE : file] as const;
  return new Map([...skills].map(whole));
}

function marksOf(file: SkillFile | undefined): number {
  return file?.kind === 'text' ? marksIn(file.content) : 0;
}
