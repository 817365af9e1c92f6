interface Noted {
  readonly _notice?: unknown;
  readonly look_up?: unknown;
}

/** Structured content without what MCP alone adds for the model: the label, and how to look it up. */
export function withoutMcpNotes<Body>(body: Body & Noted): Body {
  const { _notice, look_up, ...members } = body;
  return members as Body;
}
