import { membersOf } from '../../base/json/object.ts';
import { quoted } from '../../contract/task/status-message.ts';
import { withoutSecrets } from '../../contract/without-secrets.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { serviceName } from '../../render/service-name.ts';
import { shownArguments } from '../tools/shown-arguments.ts';
import { shownChange } from '../tools/shown-change.ts';
import type { ConfirmedCall, MachineOfCall } from '../tools/tool-call.ts';

const NAME_CHARS_MAX = 200;

/**
 * The parameters of `elicitation/create` about a call that a person decides on. The form has a box to tick:
 * without one, Claude Code has "Accept" chosen when the question comes up, and the Enter of somebody who
 * is typing just then would be the yes. It is not ticked: Codex and Copilot CLI have the yes chosen else.
 */
export function elicitationParams(call: ConfirmedCall): object {
  const { args, change, inputSchema, isFinal, machine, name, service } = call;
  const shown = sanitiseLine(name).slice(0, NAME_CHARS_MAX);
  const reasons = [
    ...(isFinal ? [`${shown} cannot be undone.`] : []),
    ...(change === undefined ? [] : [shownChange(shown, change)]),
  ];
  const input = withoutSecrets(membersOf(args), inputSchema);
  const where = service === undefined ? '' : ` at ${serviceName(service)}`;
  return {
    mode: 'form',
    message: `${reasons.join(' ')} It would be called${where} with ${shownArguments(input)}.${machineText(machine)} Do it?`,
    requestedSchema: {
      type: 'object',
      properties: {
        confirm: {
          type: 'boolean',
          title: 'Do it',
          description: `Call ${shown} now.`,
          default: false,
        },
      },
      required: ['confirm'],
    },
  };
}

/** By its name and its id, which is what is sent. */
function machineText(machine: MachineOfCall | undefined): string {
  if (machine === undefined) return '';
  const { id, name } = machine;
  const known = name === undefined || name === id ? [id] : [name, id];
  return ` The machine is ${known.map((each) => quoted(each, sanitiseLine)).join(', ')}.`;
}

/**
 * Yes, the no of a person who filled the form in, or a no that needs no person to give it, as of an
 * assistant that accepts every form and leaves it empty.
 */
export function decisionIn(answer: unknown): 'confirmed' | 'declined' | 'turned_down' {
  const { action, content } = membersOf(answer);
  const { confirm } = membersOf(content);
  if (action !== 'accept' || typeof confirm !== 'boolean') return 'turned_down';
  return confirm ? 'confirmed' : 'declined';
}
