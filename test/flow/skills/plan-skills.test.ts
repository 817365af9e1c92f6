import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { planSkills } from '../../../src/flow/skills/plan-skills.ts';
import type { SkillFile, Skills } from '../../../src/flow/skills/skill-file.ts';
import { proves } from '../../support/proves.ts';

function skills(texts: Readonly<Record<string, string | null>>): Skills {
  const file = (text: string | null): SkillFile =>
    text === null ? { kind: 'unreadable', reason: 'broken' } : { kind: 'text', content: text };
  return new Map(Object.entries(texts).map(([name, text]) => [name, file(text)]));
}

test('what is missing is created, what differs changed, what is alike left alone', () => {
  proves('UI-skill-push');
  const folder = skills({ added: 'a', changed: 'new', same: 's', mended: 'm' });
  const machine = skills({ changed: 'old', extra: 'e', mended: null, same: 's' });
  const { changes, left, same } = planSkills(folder, machine, { linked: new Map(), prune: false });
  expect(changes.map(({ after, kind, skill }) => [kind, skill, after])).toEqual([
    ['create', 'added', 'a'],
    ['update', 'changed', 'new'],
    ['update', 'mended', 'm'],
  ]);
  expect({ left, same }).toEqual({
    left: [{ skill: 'extra', why: { kind: 'only_there' } }],
    same: 1,
  });
});

test('only --prune deletes, and never what is linked or cannot be read at its source', () => {
  proves('UI-skill-push');
  const folder = skills({ unclear: null, theirs: 'mine' });
  const machine = skills({ extra: 'e', unclear: 'u', theirs: 't', linked: 'l' });
  const linked = new Map([
    ['linked', 'acme/skills'],
    ['theirs', 'acme/skills'],
  ]);
  const { changes, left } = planSkills(folder, machine, { linked, prune: true });
  expect(changes.map(({ kind, skill }) => [kind, skill])).toEqual([['delete', 'extra']]);
  expect(left.map(({ skill, why }) => [skill, why.kind])).toEqual([
    ['linked', 'linked'],
    ['theirs', 'linked'],
    ['unclear', 'unreadable'],
  ]);
});

test('nothing is deleted beside a new skill that cannot be read: it may be the other under a new name', () => {
  proves('UI-skill-push');
  const rules = { linked: new Map<string, string>(), prune: true };
  const { changes, left } = planSkills(skills({ renamed: null }), skills({ old: 'o' }), rules);
  expect(changes).toEqual([]);
  expect(left).toEqual([
    { skill: 'old', why: { kind: 'kept', beside: 'renamed' } },
    { skill: 'renamed', why: { kind: 'unreadable', reason: 'broken' } },
  ]);
});

test('a plan that was carried out leaves nothing to do', () => {
  const texts = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('1', '2', '3'));
  fc.assert(
    fc.property(texts, texts, fc.boolean(), (source, target, prune) => {
      const options = { linked: new Map<string, string>(), prune };
      const after = new Map(skills(target));
      for (const change of planSkills(skills(source), after, options).changes) {
        if (change.after === undefined) after.delete(change.skill);
        else after.set(change.skill, { kind: 'text', content: change.after });
      }
      expect(planSkills(skills(source), after, options).changes).toEqual([]);
      if (prune) expect(after).toEqual(skills(source));
    }),
  );
});
