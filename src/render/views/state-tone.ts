/** Colours that are read on a dark and on a light background. */
const CODES = { good: 32, bad: 31, person: 35, busy: 36, quiet: 2 } as const;
type Tone = keyof typeof CODES;

const WORDS: Readonly<Record<Tone, string>> = {
  good: 'done succeeded success successful completed passed online ok healthy accepted resolved enabled active ready on',
  bad: 'failed failing failure error errored offline rejected refused lost expired timed_out unhealthy critical urgent down broken dead',
  person:
    'needs_input needs_human waiting degraded warning warn held open high blocked action_required',
  busy: 'in_progress running queued pending delivered started starting processing acknowledged',
  quiet: 'skipped duplicate cancelled canceled disabled inactive closed off low',
};

const TONES: ReadonlyMap<string, Tone> = new Map(
  Object.entries(WORDS).flatMap(([tone, words]) =>
    words.split(' ').map((word) => [word, tone as Tone] as const),
  ),
);

/** A text in the colour of a state, on a terminal that shows colours. Takes sanitised text. */
export function inToneOf(state: string, text: string, colour: boolean): string {
  const tone = TONES.get(state.toLowerCase());
  if (!colour || text === '' || tone === undefined) return text;
  return `\u001b[${CODES[tone]}m${text}\u001b[${tone === 'quiet' ? 22 : 39}m`;
}

/** Whether a word is one that says how something stands. */
export function isStateWord(word: string): boolean {
  return TONES.has(word.toLowerCase());
}

/** A state in words: `needs_input` is `needs input`. */
export function stateInWords(state: string): string {
  return state.replaceAll('_', ' ');
}
