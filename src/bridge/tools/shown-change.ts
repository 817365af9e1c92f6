import { sanitiseLine } from '../../render/sanitise.ts';
import type { ToolChange } from './tool-description.ts';

const TEXT_CHARS_MAX = 500;

/** How a tool has changed, as sentences for the person who decides about it. */
export function shownChange(name: string, change: ToolChange): string {
  const { before, lostIn = '', now, text, title } = change;
  if (before === undefined) {
    const lost = `What was agreed to about ${name} is lost (${sanitiseLine(lostIn)}).`;
    return `${lost} Its class is ${sanitiseLine(now.class)}, the service describes it as ${shownText(text ?? '')}.`;
  }
  const parts = [
    ...(before.class === now.class
      ? []
      : [`its class was ${sanitiseLine(before.class)} and is ${sanitiseLine(now.class)}`]),
    ...(before.inputs === now.inputs ? [] : ['its inputs are others']),
    ...((before.outputs ?? now.outputs) === now.outputs ? [] : ['its outputs are others']),
    ...(title === undefined ? [] : [`the service now calls it ${shownText(title)}`]),
    ...(text === undefined ? [] : [`the service now describes it as ${shownText(text)}`]),
  ];
  return `${name} has changed since it was agreed to: ${parts.join(', ')}.`;
}

function shownText(text: string): string {
  const line = JSON.stringify(sanitiseLine(text));
  return line.length <= TEXT_CHARS_MAX ? line : `${line.slice(0, TEXT_CHARS_MAX)}…`;
}
