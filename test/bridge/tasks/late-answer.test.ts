import { expect, test } from 'vitest';
import {
  asking,
  choose,
  isWithdrawn,
  openChangingTask,
} from '../../support/bridge/changing-task.ts';
import { proves } from '../../support/proves.ts';

test.each([
  ['the same', 1],
  ['another', 0],
])(
  'an answer in the moment after its five minutes, while the job is looked up, where it asks %s then',
  async (what, sent) => {
    proves('TASK-older');
    const { bridge, clock, ended, form, forms, job, told, upstream } = await openChangingTask();
    const { id } = await form(0);
    const { answer } = upstream;
    const held: (() => void)[] = [];
    let isHolding = true;
    upstream.answer = (request, response) => {
      if (isHolding) held.push(() => answer?.(request, response));
      else answer?.(request, response);
    };
    clock.advance(300_000);
    await bridge.frame(isWithdrawn);
    await expect.poll(() => held.length).toBeGreaterThan(0);
    bridge.respond(id, choose('next'));
    isHolding = false;
    if (what === 'another') job.question = asking('Delete which?');
    for (const go of held) go();
    await told(sent === 1 ? 'the answer was sent' : 'the job did not get that answer');
    expect(upstream.callsOf('answer_job')).toHaveLength(sent);
    expect(forms()).toHaveLength(sent === 1 ? 1 : 2);
    const { advice } = await ended();
    if (sent === 1) expect(advice).toBeUndefined();
    else expect(advice).toContain('the job did not get that answer');
  },
);
