import { PassThrough, type Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** What of the keys that came a prompt gets. */
export type KeyRule = (keys: string) => string;

/** The keys of a terminal as one prompt gets them; `end` leaves the terminal to whoever reads it next. */
export function keysFor(stdin: Readable & Partial<RawMode>, rule: KeyRule) {
  const decoder = new StringDecoder('utf8');
  const keys = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => void stdin.setRawMode?.(isRaw),
  });
  const take = (chunk: Buffer | string): void => {
    keys.write(rule(typeof chunk === 'string' ? chunk : decoder.write(chunk)));
  };
  const close = (): void => void keys.end();
  stdin.on('data', take);
  stdin.once('end', close);
  stdin.resume();
  return {
    keys,
    end() {
      stdin.off('data', take);
      stdin.off('end', close);
      stdin.pause();
    },
  };
}

interface RawMode {
  setRawMode(isRaw: boolean): unknown;
}

/** A sequence, as an arrow sends it, or one character. */
const KEY = /\u001b(?:\[[\d;]*[A-Za-z~]|O[A-Za-z])|./gsu;

/** An arrow, also with Shift or Ctrl. */
const ARROW = /^\u001b(?:\[[\d;]*|O)([A-Da-d])$/;
const ARROW_STEPS: ReadonlyMap<string, -1 | 1> = new Map([
  ['a', -1],
  ['d', -1],
  ['b', 1],
  ['c', 1],
]);
const VI_STEPS: ReadonlyMap<string, -1 | 1> = new Map([
  ['k', -1],
  ['h', -1],
  ['j', 1],
  ['l', 1],
]);

const [UP, DOWN] = ['\u001b[A', '\u001b[B'];

/** What else a prompt gets: Ctrl-C, Ctrl-D, Ctrl-Z, Esc. By others it would step where nobody here knows of it. */
const OTHER_KEYS = '\u0003\u0004\u001a\u001b';

/**
 * Of a prompt where one of some choices stands out, `at` first: letters go to the choice that begins with them,
 * and the Enter behind them counts only where they are the whole of it. Who types "no" and Enter would
 * have said the "yes" that stands out. Of several choices no word chooses.
 */
export function choiceKeys(
  labels: readonly string[],
  { at: first, isMultiple }: { readonly at: number; readonly isMultiple: boolean },
): KeyRule {
  const names = labels.map((label) => label.toLowerCase());
  let at = first;
  let typed = '';

  function afterStep(step: -1 | 1): string {
    at = (at + step + names.length) % names.length;
    typed = '';
    return step === 1 ? DOWN : UP;
  }

  function afterEnter(enter: string): string {
    const isMeant = typed === '' || (!isMultiple && typed === names[at]);
    typed = '';
    return isMeant ? enter : '';
  }

  function afterLetter(letter: string): string {
    typed += letter.toLowerCase();
    const found = names.findIndex((name) => name.startsWith(typed));
    if (found === -1) return '';
    const steps = (found - at + names.length) % names.length;
    at = found;
    return DOWN.repeat(steps);
  }

  function after(key: string): string {
    const isFirst = typed === '';
    const isLetter = !/^\p{Cc}/u.test(key);
    const isName = isFirst && names.some((name) => name.startsWith(key.toLowerCase()));
    const arrow = ARROW.exec(key)?.[1]?.toLowerCase() ?? '';
    const step = ARROW_STEPS.get(arrow) ?? (isFirst && !isName ? VI_STEPS.get(key) : undefined);
    if (step !== undefined) return afterStep(step);
    if (key === '\r' || key === '\n') return afterEnter(key);
    if (isFirst && !isMultiple && key === ' ') return '';
    if (isLetter && !(isMultiple && key === ' ')) return afterLetter(key);
    typed = '';
    return key === ' ' || OTHER_KEYS.includes(key) ? key : '';
  }

  return (keys) => (keys.match(KEY) ?? []).map(after).join('');
}

/**
 * Of a prompt for a line: what comes as several lines at once was copied, and its first would be sent without the
 * others. They become one, which waits for Enter.
 */
export function lineKeys(keys: string): string {
  return LINE_END.test(keys.trimEnd()) ? keys.split(LINE_END).join(' ') : keys;
}

const LINE_END = /[\r\n]+/;
