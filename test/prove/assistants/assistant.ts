import type { AssistantId } from '../../../src/bridge/assistants/assistants.ts';
import type { TypedStep } from './run-on-terminal.ts';

/** Where an assistant runs: folders of its own and the scripted model. */
export interface Place {
  readonly home: string;
  readonly modelUrl: string;
}

/** A person in a session on a terminal that begins with a task of one word. */
export interface ScriptedPerson {
  /** Arguments that start it, with the bridge's tools allowed as far as they can be. */
  readonly args: readonly string[];
  /** Until the question of the bridge stands there. */
  readonly before: readonly TypedStep[];
  /** The question answered with a yes, and with a no in the form itself. */
  readonly yes: readonly TypedStep[];
  readonly no: readonly TypedStep[];
}

/** An assistant as the proof starts it. */
export interface ProvedAssistant {
  /** As `fleet mcp install --client` has it. */
  readonly client: AssistantId;
  /** Of npm, with the version that was tried. */
  readonly npmPackage: string;
  readonly version: string;
  /** Its program below `node_modules`. */
  readonly program: string;
  /** Whether the program runs without Node. */
  readonly isNative?: true;
  /** Further variables; the proof gives PATH and HOME. */
  environment(place: Place): Readonly<Record<string, string>>;
  /** Writes what it needs to find its model, before the entry is added. */
  prepare(place: Place): void;
  /** Arguments that list the servers it knows. */
  readonly list: readonly string[];
  /** The line of that list for a server that answers. */
  readonly listed: RegExp;
  /** Whether that line tells that the server answered. */
  readonly tellsState: boolean;
  /** Arguments that give it a task without a person before it, with the bridge's tools allowed. */
  ask(task: string): readonly string[];
  /** Whether it takes the bridge's questions for its person (elicitation). */
  readonly takesQuestions: boolean;
  /** How a person answers a question of the bridge, where its terminal can be scripted; else why it cannot. */
  readonly person: ScriptedPerson | string;
}
