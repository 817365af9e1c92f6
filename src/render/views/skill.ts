import type { JsonObject } from '../../base/json/object.ts';
import { ago } from './amount.ts';
import { jobNews, jobState, jobTime } from './job.ts';
import { hasAny, joined, textAt, timeAt } from './member.ts';
import { stateInWords } from './state-tone.ts';
import type { Card, View } from './view.ts';

/** Skills: how the last run ended, the name and what it does, where, what starts it. */
export const skillView: View = {
  fits: (record) =>
    hasAny(record, 'name') &&
    hasAny(record, 'runner') &&
    hasAny(record, 'auth', 'last_job', 'schedule'),
  columns: [
    { head: 'LAST RUN', goes: 0, cell: (one) => stateInWords(lastState(one)), state: lastState },
    { head: 'SKILL', goes: 0, cell: subject, takesRest: true },
    { head: 'MACHINE', goes: 1, cell: machine, widthMax: 20 },
    { head: 'STARTED BY', goes: 3, cell: (one) => startedBy(one).join(', ') },
    { head: 'RUNNER', goes: 4, cell: (one) => textAt(one, 'runner') },
    { head: 'RAN', goes: 2, cell: (one, now) => ago(lastRun(one), now) },
  ],
  card: skillCard,
};

function lastJob(skill: JsonObject): JsonObject {
  const job = skill['last_job'];
  return typeof job === 'object' && job !== null ? (job as JsonObject) : {};
}

function lastState(skill: JsonObject): string {
  if (textAt(skill, 'error') !== '') return 'broken';
  return jobState(lastJob(skill));
}

function lastRun(skill: JsonObject): number | undefined {
  return jobTime(lastJob(skill)) ?? timeAt(skill, 'last_run_at');
}

function subject(skill: JsonObject): string {
  return joined(' · ', textAt(skill, 'name'), textAt(skill, 'error', 'description'));
}

function machine(skill: JsonObject): string {
  return textAt(skill, 'machine_name', 'machine.name', 'machine');
}

function startedBy(skill: JsonObject): readonly string[] {
  const isReached = skill['hosted_url'] === true || skill['webhook'] === true;
  const cron = textAt(skill, 'schedule.cron', 'schedule');
  return [...(isReached ? ['webhook'] : []), ...(cron === '' ? [] : [cron])];
}

function skillCard(skill: JsonObject, now: number): Card {
  const job = lastJob(skill);
  const auth = textAt(skill, 'auth');
  const isUnset = skill['secret_set'] === false && auth !== '' && auth !== 'none';
  return {
    state: lastState(skill),
    title: textAt(skill, 'name'),
    parts: [
      { text: textAt(skill, 'description'), linesMax: 4 },
      { label: 'does not load', value: textAt(skill, 'error') },
      {
        label: 'last run',
        value: joined(', ', ago(lastRun(skill), now), jobNews(job), textAt(job, 'id')),
      },
      { label: 'where', value: machine(skill) },
      { label: 'runner', value: joined(', ', textAt(skill, 'runner'), textAt(skill, 'model')) },
      {
        label: 'schedule',
        value: joined(
          ' ',
          textAt(skill, 'schedule.cron', 'schedule'),
          textAt(skill, 'schedule.timezone'),
        ),
      },
      { label: 'webhook', value: webhook(skill) },
      { label: 'auth', value: joined(', ', auth, isUnset ? 'its secret is not set' : '') },
      { label: 'repository', value: textAt(skill, 'repository') },
    ],
  };
}

function webhook(skill: JsonObject): string {
  const own = skill['webhook'] === true ? 'at the machine' : '';
  return joined(', ', own, skill['hosted_url'] === true ? 'at a hosted URL' : '');
}
