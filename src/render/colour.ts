/** Bold on a terminal that shows colours. Takes sanitised text. */
export function bold(text: string, colour: boolean): string {
  return colour && text !== '' ? `\u001b[1m${text}\u001b[22m` : text;
}

/** Red on a terminal that shows colours. Takes sanitised text. */
export function red(text: string, colour: boolean): string {
  return colour && text !== '' ? `\u001b[31m${text}\u001b[39m` : text;
}

/** Green on a terminal that shows colours. Takes sanitised text. */
export function green(text: string, colour: boolean): string {
  return colour && text !== '' ? `\u001b[32m${text}\u001b[39m` : text;
}

/** Cyan on a terminal that shows colours. Takes sanitised text. */
export function cyan(text: string, colour: boolean): string {
  return colour && text !== '' ? `\u001b[36m${text}\u001b[39m` : text;
}

/** Yellow on a terminal that shows colours. Takes sanitised text. */
export function yellow(text: string, colour: boolean): string {
  return colour && text !== '' ? `\u001b[33m${text}\u001b[39m` : text;
}
