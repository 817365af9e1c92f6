/** A part of the OpenAPI document's prose: what this server decided about a subject. Markdown. */
export interface Topic {
  readonly name: string;
  readonly description: string;
}
