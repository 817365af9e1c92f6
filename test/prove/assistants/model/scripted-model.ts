import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { JsonObject } from '../../../../src/base/json/object.ts';
import { anthropic } from './anthropic.ts';
import { chatCompletions } from './chat-completions.ts';
import type { Dialect, Reply, Turn } from './dialect.ts';
import { gemini } from './gemini.ts';
import { responses } from './responses.ts';

const DIALECTS: readonly Dialect[] = [anthropic, responses, chatCompletions, gemini];

/** A call that the model makes, by the name that the bridge has for the tool. */
export interface Step {
  readonly tool: string;
  readonly input: JsonObject;
}

/** A model that makes the calls of its script one after the other and ends. */
export interface ScriptedModel {
  readonly url: string;
  /** The tools that it was offered at most. */
  readonly offered: () => readonly string[];
  /** The results that it was sent, in the order of the script. */
  readonly results: () => readonly string[];
  /** What was asked of it, for a report of what went wrong. */
  readonly requests: () => readonly string[];
  /** Begins another script at the same address, for the next session. */
  begin(script: readonly Step[]): void;
  close(): void;
}

/** Starts it on loopback; it speaks the interfaces of Anthropic, OpenAI (two) and Google. */
export async function startScriptedModel(first: readonly Step[]): Promise<ScriptedModel> {
  let script = first;
  let offered: readonly string[] = [];
  let results: readonly string[] = [];
  const requests: string[] = [];
  const next = (turn: Turn): Reply => {
    if (turn.tools.length > offered.length) offered = turn.tools.map(({ name }) => name);
    if (turn.results.length > results.length) results = turn.results;
    const step = script[turn.results.length];
    const tool = step && turn.tools.find(({ name }) => name.endsWith(step.tool));
    if (step === undefined || tool === undefined) return { text: 'Done.' };
    return { tool, input: step.input, id: `call_${turn.results.length}` };
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    requests.push(`${request.method} ${path}`);
    const body = await bodyOf(request);
    const dialect = DIALECTS.find((each) => each.path.test(path));
    if (dialect === undefined || request.method !== 'POST') return sendOther(request, response);
    const reply = next(dialect.read(body));
    if (dialect.streams(body, path)) sendEvents(response, dialect.events(reply));
    else sendJson(response, 200, dialect.whole(reply));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    offered: () => offered,
    results: () => results,
    requests: () => requests,
    begin(next) {
      script = next;
      results = [];
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch {
    return {};
  }
}

/** What assistants look up beside: counts of tokens, lists of models. */
function sendOther(request: IncomingMessage, response: ServerResponse): void {
  if (request.url?.includes('count')) sendJson(response, 200, { input_tokens: 1, totalTokens: 1 });
  else if (request.method === 'GET') sendJson(response, 200, { object: 'list', data: [] });
  else sendJson(response, 404, { error: { type: 'not_found', message: 'not scripted' } });
}

function sendJson(response: ServerResponse, status: number, value: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendEvents(response: ServerResponse, events: ReturnType<Dialect['events']>): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const { data, event } of events) {
    if (event !== undefined) response.write(`event: ${event}\n`);
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}
