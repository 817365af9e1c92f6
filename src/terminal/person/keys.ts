import { PassThrough, type Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Clock } from '../../base/time/clock.ts';

/** What of the keys that came a prompt gets. */
export type KeyRule = (keys: string) => string;

/** An Enter, behind which more may come of what is pasted, or a sequence that has only begun. */
const MAY_GO_ON = /(?:[\r\n]|\u001b(?:[[O][\d;]*)?)$/;

/** Terminals give a paste in parts (that of VS Code each 50 characters, 5 ms apart), and networks split sequences. */
const GOES_ON_MS = 100;

/** Longer than any word that is a key for a prompt, as `escape`. */
const PASTED = /^[^\p{Cc}]{20,}/u;

/** By Ctrl-D, and at the end of a terminal, a prompt would stop to read: the program ended without a word, with 0. */
const [CTRL_C, CTRL_D] = ['\u0003', '\u0004'];

/** The keys of a terminal as one prompt gets them; `end` leaves the terminal to whoever reads it next. */
export function keysFor(stdin: Readable & Partial<RawMode>, rule: KeyRule, clock: Clock) {
  const decoder = new StringDecoder('utf8');
  const keys = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => void stdin.setRawMode?.(isRaw),
  });
  let held = '';
  let cancel = (): void => {};
  const give = (): void => {
    const came = held;
    held = '';
    // Prompts take a line feed for no Enter; scripts that type send it.
    const ruled = rule(came).replaceAll('\n', '\r').replaceAll(CTRL_D, CTRL_C);
    const [pasted = ''] = PASTED.exec(ruled) ?? [];
    // As one key, since a prompt draws all of its line anew for each.
    if (pasted !== '') keys.emit('keypress', pasted, { sequence: pasted });
    if (ruled.length > pasted.length) keys.write(ruled.slice(pasted.length));
  };
  const take = (chunk: Buffer | string): void => {
    cancel();
    held += typeof chunk === 'string' ? chunk : decoder.write(chunk);
    if (MAY_GO_ON.test(held)) cancel = clock.after(GOES_ON_MS, give);
    else give();
  };
  const close = (): void => {
    cancel();
    give();
    keys.end(CTRL_C);
  };
  stdin.on('data', take);
  stdin.once('end', close);
  stdin.resume();
  return {
    keys,
    end() {
      cancel();
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

/** As terminals send it, and some with Ctrl. */
const BACKSPACE = '\u007f\b';

/** What else a prompt gets: Ctrl-C, Ctrl-D, Ctrl-Z, Esc. By others it would step where nobody here knows of it. */
const OTHER_KEYS = '\u0003\u0004\u001a\u001b';

/**
 * Of a prompt where one of some choices stands out, `at` first: letters go to the choice that begins with them,
 * and the Enter behind them counts only where they are the whole of it. Who types "no" and Enter would
 * have said the "yes" that stands out, and so would a second Enter behind a word that is none of the choices,
 * or one behind Backspace or Tab.
 * Of several choices no word chooses.
 */
export function choiceKeys(
  labels: readonly string[],
  { at: first, isMultiple }: { readonly at: number; readonly isMultiple: boolean },
): KeyRule {
  const names = labels.map((label) => label.toLowerCase());
  let at = first;
  let typed = '';
  let isAstray = false;

  function startAnew(): void {
    typed = '';
    isAstray = false;
  }

  function afterStep(step: -1 | 1): string {
    at = (at + step + names.length) % names.length;
    startAnew();
    return step === 1 ? DOWN : UP;
  }

  function afterEnter(enter: string): string {
    const isMeant = typed === '' || (!isMultiple && typed === names[at]);
    isAstray ||= !isMeant && (isMultiple || !names[at]?.startsWith(typed));
    typed = '';
    return isMeant && !isAstray ? enter : '';
  }

  function afterWord(word: string): string {
    typed = word;
    const whole = names.indexOf(typed);
    const found = whole === -1 ? names.findIndex((name) => name.startsWith(typed)) : whole;
    if (found === -1) return '';
    isAstray = false;
    const steps = (found - at + names.length) % names.length;
    at = found;
    return DOWN.repeat(steps);
  }

  function afterBackspace(): string {
    isAstray ||= !names.some((name) => name.startsWith(typed));
    const left = [...typed].slice(0, -1).join('');
    typed = '';
    return left === '' ? '' : afterWord(left);
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
    if (isLetter && !(isMultiple && key === ' ')) return afterWord(typed + key.toLowerCase());
    if (BACKSPACE.includes(key)) return afterBackspace();
    const isOurs = key === ' ' || OTHER_KEYS.includes(key);
    if (isOurs) startAnew();
    return isOurs ? key : '';
  }

  return (keys) => (keys.match(KEY) ?? []).map(after).join('');
}

/**
 * Of a prompt for a line: what comes as several lines at once was copied, and its first would be sent without the
 * others. They become one, which waits for Enter. Prompts leave tabs out, also between two words.
 */
export function lineKeys(keys: string): string {
  const line = keys.length > 1 ? keys.replaceAll('\t', ' ') : keys;
  return LINE_END.test(line.trimEnd()) ? line.split(LINE_END).join(' ') : line;
}

const LINE_END = /[\r\n]+/;
