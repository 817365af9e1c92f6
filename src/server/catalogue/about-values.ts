import type { Topic } from './topic.ts';

export const ABOUT_VALUES: Topic = {
  name: 'Values and lists',
  description: `\
- Ids are opaque text with a readable prefix (\`mac_\`, \`job_\`, \`cmd_\`, \`del_\`, \`alt_\`, \`chn_\`, \`iss_\`); as text they sort by time.
- Times are RFC 3339 in UTC with milliseconds. Input takes ISO 8601; a time without an offset is UTC.
- Lengths count characters (code points). U+0000, half surrogate pairs and JSON of more than 200 levels are refused in any input; unknown members too.
- Lists are newest first under their plural name. \`next_before\` is sent back as \`before\`; null ends the list. The inbox has \`next_offset\` and \`offset\` instead.
- Clients should ignore members and print values of enumerations that they do not know: both may be added.`,
};
