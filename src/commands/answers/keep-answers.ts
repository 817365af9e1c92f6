import { keepNames } from '../names/keep-names.ts';
import type { KeepingPlaces, SeenAnswer } from './remember-answers.ts';

/** Members of an answer that name a job, command, delivery or alert. */
const IDS = /^(id|(job|command)(_id|s)?|delivery|deliveries|alerts?)$/;

/** Keeps the names in these answers for completion, and where they have ids those for `@last`. */
export async function keepAnswers(
  places: KeepingPlaces,
  answers: readonly SeenAnswer[],
  nowMs: number,
): Promise<void> {
  await keepNames(places.names, answers, nowMs);
  if (!answers.some(({ answer }) => Object.keys(answer.value ?? {}).some(isId))) return;
  const { keepIds } = await import('../ids/keep-ids.ts');
  await keepIds(places.ids, answers, nowMs);
}

function isId(member: string): boolean {
  return IDS.test(member);
}
