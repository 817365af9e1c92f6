/** Bold on a terminal that shows colours. Takes sanitised text. */
export function bold(text: string, colour: boolean): string {
  return colour && text !== '' ? `\u001b[1m${text}\u001b[22m` : text;
}

/** Red on a terminal that shows colours. Takes sanitised text. */
export function red(text: string, colour: boolean): string {
  return colour && text !== '' ? `\u001b[31m${text}\u001b[39m` : text;
}
