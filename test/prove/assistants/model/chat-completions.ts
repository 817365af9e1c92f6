import type { JsonObject } from '../../../../src/base/json/object.ts';
import { membersOf } from '../../../../src/base/json/object.ts';
import { asText, type Dialect, objectsIn, type Reply } from './dialect.ts';

/** OpenAI's Chat Completions, which most others offer too. */
export const chatCompletions: Dialect = {
  path: /\/chat\/completions(\?|$)/,
  streams: (body) => body['stream'] === true,
  read: (body) => ({
    tools: objectsIn(body['tools']).map((tool) => ({
      name: String(membersOf(tool['function'])['name']),
    })),
    results: objectsIn(body['messages'])
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => asText(content)),
  }),
  whole: (reply) => ({
    ...completion('chat.completion'),
    choices: [{ index: 0, message: message(reply), finish_reason: finishOf(reply) }],
    usage: USAGE,
  }),
  events: (reply) => [
    { data: chunk({ delta: message(reply), finish_reason: null }) },
    { data: { ...chunk({ delta: {}, finish_reason: finishOf(reply) }), usage: USAGE } },
    { data: '[DONE]' },
  ],
};

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function completion(object: string): JsonObject {
  return { id: 'chatcmpl-scripted', object, created: 1, model: 'scripted' };
}

function chunk(choice: JsonObject): JsonObject {
  return { ...completion('chat.completion.chunk'), choices: [{ index: 0, ...choice }] };
}

function finishOf(reply: Reply): string {
  return 'text' in reply ? 'stop' : 'tool_calls';
}

function message(reply: Reply): JsonObject {
  if ('text' in reply) return { role: 'assistant', content: reply.text };
  const { id, input, tool } = reply;
  const call = { name: tool.name, arguments: JSON.stringify(input) };
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ index: 0, id, type: 'function', function: call }],
  };
}
