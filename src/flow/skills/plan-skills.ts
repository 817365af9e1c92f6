import { isSameFile, type SkillFile, type Skills } from './skill-file.ts';

/** One step that makes the target as the source is. */
export interface SkillChange {
  readonly kind: 'create' | 'update' | 'delete';
  readonly skill: string;
  /** What the target has; undefined where it has no such skill. */
  readonly before: SkillFile | undefined;
  /** What it shall have; undefined where it is deleted. */
  readonly after: string | undefined;
}

/** A skill that differs and is left as it is. */
export interface LeftSkill {
  readonly skill: string;
  readonly why:
    | { readonly kind: 'linked'; readonly repository: string }
    /** Only the target has it, and nobody asked for it to go. */
    | { readonly kind: 'only_there' }
    /** Only the target has it, and the source has a new one that cannot be read, which may be it under a new name. */
    | { readonly kind: 'kept'; readonly beside: string }
    /** What the source has cannot be read. */
    | { readonly kind: 'unreadable'; readonly reason: string };
}

export interface SkillPlan {
  /** By name. */
  readonly changes: readonly SkillChange[];
  readonly left: readonly LeftSkill[];
  /** How many are alike already. */
  readonly same: number;
}

interface PlanRules {
  /** Skills that come from a repository, wherever they stand, and which. */
  readonly linked: ReadonlyMap<string, string>;
  /** Whether what only the target has is deleted. */
  readonly prune: boolean;
}

/** The steps that make the skills of `target` those of `source`, and what is left out and why. */
export function planSkills(source: Skills, target: Skills, options: PlanRules): SkillPlan {
  const changes: SkillChange[] = [];
  const left: LeftSkill[] = [];
  const [beside] = [...source].find(([name, file]) => isUnread(file) && !target.has(name)) ?? [];
  let same = 0;
  for (const skill of [...new Set([...source.keys(), ...target.keys()])].sort()) {
    const wanted = source.get(skill);
    const before = target.get(skill);
    const repository = options.linked.get(skill);
    if (wanted?.kind === 'text' && isSameFile(wanted, before)) same += 1;
    else if (repository !== undefined) left.push({ skill, why: { kind: 'linked', repository } });
    else if (isUnread(wanted)) left.push({ skill, why: wanted });
    else if (wanted !== undefined) {
      const kind = before === undefined ? 'create' : 'update';
      changes.push({ kind, skill, before, after: wanted.content });
    } else if (!options.prune) left.push({ skill, why: { kind: 'only_there' } });
    else if (beside !== undefined) left.push({ skill, why: { kind: 'kept', beside } });
    else changes.push({ kind: 'delete', skill, before, after: undefined });
  }
  return { changes, left, same };
}

function isUnread(
  file: SkillFile | undefined,
): file is SkillFile & { readonly kind: 'unreadable' } {
  return file?.kind === 'unreadable';
}

/** The skills that the source has and nobody can read, so that the target is not known to be alike. */
export function unreadableIn({ left }: SkillPlan): readonly string[] {
  return left.flatMap(({ skill, why }) => (why.kind === 'unreadable' ? [skill] : []));
}
