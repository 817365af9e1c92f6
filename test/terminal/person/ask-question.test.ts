import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { askQuestion } from '../../../src/terminal/person/ask-question.ts';
import { pick } from '../../../src/terminal/person/pick.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { proves } from '../../support/proves.ts';

const DEPLOY = {
  about: 'job_1',
  text: 'Deploy to production?',
  context: 'Two tests fail.',
  options: ['yes', 'no'],
  recommended: 'yes',
  isMultiple: false,
};

/** A terminal in this process, and what it shows so far. */
function startTerminal() {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  const promptStream = Object.assign(new PassThrough(), { columns: 80, rows: 24 });
  let shown = '';
  let draws = 0;
  promptStream.on('data', (chunk) => {
    shown += chunk;
    draws += 1;
  });
  const clock = createFakeClock();
  const asking = { stdin, promptStream, clock, environment: {} } as unknown as Parameters<
    typeof askQuestion
  >[1];
  return {
    asking,
    clock,
    draws: () => draws,
    shows: (text: string | RegExp) => vi.waitFor(() => expect(shown).toMatch(text)),
    /** Keys one by one, or the parts of what comes at once. */
    type: async (...keys: readonly (string | readonly string[])[]) => {
      for (const key of keys) {
        const isOne = typeof key === 'string';
        for (const part of isOne ? [key] : key) {
          stdin.write(part);
          await new Promise((resolve) => setTimeout(resolve));
          clock.advance(isOne ? 150 : 5);
          await new Promise((resolve) => setTimeout(resolve));
        }
      }
    },
  };
}

/** Asks, and gives what the keys say once the choices are there; a pattern waits until it is shown. */
async function answered(
  question: Partial<typeof DEPLOY>,
  ...keys: readonly (string | RegExp | readonly string[])[]
) {
  const terminal = startTerminal();
  const said = askQuestion({ ...DEPLOY, ...question }, terminal.asking);
  await vi.waitFor(() => expect(terminal.clock.timers).toBe(1));
  terminal.clock.advance(1_000);
  await terminal.shows('Your answer');
  for (const key of keys) {
    await (key instanceof RegExp ? terminal.shows(key) : terminal.type(key));
  }
  return said;
}

const [UP, DOWN, ENTER, ESCAPE] = ['\u001b[A', '\u001b[B', '\r', '\u001b'];
const BACKSPACE = '\u007f';
const CTRL_D = '\u0004';

test('a second Enter of whoever pressed the first one is no answer to what nobody has read', async () => {
  proves('UI-inbox');
  const { asking, clock, shows, type } = startTerminal();
  const picked = pick('Who?', ['this job'], asking);
  await shows('this job');
  await type(ENTER);
  expect(await picked).toBe(0);
  const said = askQuestion(DEPLOY, asking);
  await shows('Two tests fail.');
  await vi.waitFor(() => expect(clock.timers).toBe(1));
  await type(ENTER, ENTER);
  await vi.waitFor(() => expect(clock.timers).toBe(1));
  clock.advance(200);
  await vi.waitFor(() => expect(clock.timers).toBe(1));
  clock.advance(1_000);
  await shows('Your answer');
  await type(DOWN, ENTER);
  expect(await said).toEqual({ options: ['no'], text: '' });
});

test.each([
  { keys: ['n', 'o', ENTER], option: 'no' },
  { keys: ['Y', 'e', 's', ENTER], option: 'yes' },
  { keys: [DOWN, ENTER], option: 'no' },
  { keys: ['j', ENTER], option: 'no' },
  // Down with Shift, and Ctrl-K, which is a step for the prompt's library.
  { keys: ['\u001b[1;2B', 'y', 'e', 's', ENTER], option: 'yes' },
  { keys: ['\u000b', 'n', 'o', ENTER], option: 'no' },
  // It only goes to the first that begins so, or is none: what stands out then is confirmed.
  { keys: ['n', ENTER, UP, ENTER], option: 'yes' },
  { keys: ['n', ENTER, ENTER], option: 'no' },
  { keys: ['o', 'k', ENTER, DOWN, ENTER], option: 'no' },
  { keys: ['y', 'e', 's', ' ', 'b', 'u', 't', ENTER, DOWN, ENTER], option: 'no' },
  // Who sees nothing happen presses Enter once more.
  { keys: [...'stop', ENTER, ENTER, ENTER, DOWN, ENTER], option: 'no' },
  { keys: ['2', ENTER, ENTER, ...'no', ENTER], option: 'no' },
  // Who mistypes takes a letter back, or presses what means something at a shell; a paste may come between marks.
  { keys: [...'nop', BACKSPACE, ENTER], option: 'no' },
  { keys: [...'stop now', BACKSPACE, ENTER, ENTER, DOWN, ENTER], option: 'no' },
  { keys: [...'stop', ...[1, 2, 3, 4].map(() => BACKSPACE), ENTER, DOWN, ENTER], option: 'no' },
  { keys: [...'stop', '\t', ENTER, DOWN, ENTER], option: 'no' },
  { keys: ['\u001b[200~stop\u001b[201~', ENTER, DOWN, ENTER], option: 'no' },
  // As a script sends them, and an arrow that the network split.
  { keys: ['no\n'], option: 'no' },
  { keys: [['\u001b', '[', 'B'], ENTER], option: 'no' },
])(
  'what is typed in letters is never taken for what stands out: $keys',
  async ({ keys, option }) => {
    proves('UI-inbox');
    expect(await answered({}, ...keys)).toEqual({ options: [option], text: '' });
  },
);

test('a word that is an option goes to it, also behind one that begins so', async () => {
  proves('UI-inbox');
  const options = { options: ['Now', 'No'], recommended: 'Now' };
  expect(await answered(options, ...'no', ENTER)).toEqual({ options: ['No'], text: '' });
});

test('an option of an agent that is called as ours says that it is sent', async () => {
  proves('UI-inbox');
  const like = { options: ['Deploy', 'Not now'], recommended: 'Deploy' };
  expect(await answered(like, ...'not now', ENTER)).toBeUndefined();
  expect(await answered(like, DOWN, /Not now \(is sent as the answer\)/, ENTER)).toEqual({
    options: ['Not now'],
    text: '',
  });
});

test('letters at several options choose none of them', async () => {
  proves('UI-inbox');
  const several = { isMultiple: true };
  expect(await answered(several, 'n', 'o', ENTER, ESCAPE)).toBeUndefined();
  expect(await answered(several, 'n', ' ', ENTER, ENTER)).toEqual({
    options: ['yes', 'no'],
    text: '',
  });
});

test('a long paste is drawn once and not for each of its letters', async () => {
  const { asking, clock, draws, shows, type } = startTerminal();
  const said = askQuestion({ ...DEPLOY, options: [] }, asking);
  await vi.waitFor(() => expect(clock.timers).toBe(1));
  clock.advance(1_000);
  await shows('Your answer');
  const copied = 'Größer\tals eine Zeile, \u{1f680} und weiter. '.repeat(250);
  const before = draws();
  await type('So: ', copied, '!', ENTER);
  const whole = `So: ${copied.replaceAll('\t', ' ')}!`;
  expect((await said)?.text === whole).toBe(true);
  expect(draws() - before).toBeLessThan(100);
});

test('what was copied from several lines waits for Enter, as one', async () => {
  proves('UI-inbox');
  const inWords = { options: [] };
  const copied = 'Yes, go ahead\rbut only on staging.\r';
  expect(await answered({ ...inWords, context: 'In words.' }, copied, 'Thanks.', ENTER)).toEqual({
    options: [],
    text: 'Yes, go ahead but only on staging. Thanks.',
  });
  const inParts = ['Yes, go ahead\r', 'but only on ', 'staging.\r'];
  expect(await answered({ ...inWords, context: 'In words.' }, inParts, 'Thanks.', ENTER)).toEqual({
    options: [],
    text: 'Yes, go ahead but only on staging. Thanks.',
  });
  for (const end of ['\r', '\n']) {
    const said = await answered(inWords, `Not today.${end}`);
    expect(said).toEqual({ options: [], text: 'Not today.' });
  }
});

test('Ctrl-D and the end of a terminal leave a question as Esc does: the program ended without a word, with 0', async () => {
  proves('UI-inbox', 'UI-exit-10');
  expect(await answered({}, CTRL_D)).toBeUndefined();
  expect(await answered({ isMultiple: true }, ' ', CTRL_D)).toBeUndefined();
  expect(await answered({ options: [], context: 'In words.' }, CTRL_D)).toBeUndefined();
  const { asking, shows } = startTerminal();
  const picked = pick('Who?', ['this job'], asking);
  await shows('this job');
  asking.stdin.emit('end');
  expect(await picked).toBeUndefined();
});

test('after Ctrl-Z and fg it is asked again', async () => {
  proves('UI-inbox');
  const { asking, shows, type } = startTerminal();
  const picked = pick('Which one?', ['first', 'second'], asking);
  await shows(/● first/);
  await type(DOWN);
  process.emit('SIGCONT');
  await shows(/● second[\s\S]*● first/);
  await type(DOWN, ENTER);
  expect(await picked).toBe(1);
});
