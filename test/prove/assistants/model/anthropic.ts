import { asText, type Dialect, objectsIn, type Reply } from './dialect.ts';

/** Anthropic's Messages. */
export const anthropic: Dialect = {
  path: /\/v1\/messages(\?|$)/,
  streams: (body) => body['stream'] === true,
  read: (body) => ({
    tools: objectsIn(body['tools']).map(({ name }) => ({ name: String(name) })),
    results: objectsIn(body['messages'])
      .flatMap(({ content }) => objectsIn(content))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => asText(content)),
  }),
  whole: (reply) => ({ ...MESSAGE, content: [block(reply)], stop_reason: stopOf(reply) }),
  events(reply) {
    const [start, delta] = startAndDelta(reply);
    return [
      { type: 'message_start', message: { ...MESSAGE, content: [], stop_reason: null } },
      { type: 'content_block_start', index: 0, content_block: start },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: stopOf(reply) }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ].map((data) => ({ event: data.type, data }));
  },
};

const MESSAGE = {
  id: 'msg_scripted',
  type: 'message',
  role: 'assistant',
  model: 'scripted',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};

function stopOf(reply: Reply): string {
  return 'text' in reply ? 'end_turn' : 'tool_use';
}

function block(reply: Reply) {
  return 'text' in reply
    ? { type: 'text', text: reply.text }
    : { type: 'tool_use', id: reply.id, name: reply.tool.name, input: reply.input };
}

function startAndDelta(reply: Reply) {
  return 'text' in reply
    ? [
        { type: 'text', text: '' },
        { type: 'text_delta', text: reply.text },
      ]
    : [
        { ...block(reply), input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(reply.input) },
      ];
}
