import { sanitiseLine } from '../../render/sanitise.ts';
import type { ToolChange } from './tool-description.ts';

const TEXT_CHARS_MAX = 500;

/** How a tool has changed, as a sentence for the person who decides about it. */
export function shownChange({ before, now, text, title }: ToolChange): string {
  const parts = [
    ...(before.class === now.class
      ? []
      : [`its class was ${sanitiseLine(before.class)} and is ${sanitiseLine(now.class)}`]),
    ...(before.inputs === now.inputs ? [] : ['its inputs are others']),
    ...(title === undefined ? [] : [`the service now calls it ${shownText(title)}`]),
    ...(text === undefined ? [] : [`the service now describes it as ${shownText(text)}`]),
  ];
  return `${parts.join(', ')}.`;
}

function shownText(text: string): string {
  const line = JSON.stringify(sanitiseLine(text));
  return line.length <= TEXT_CHARS_MAX ? line : `${line.slice(0, TEXT_CHARS_MAX)}…`;
}
