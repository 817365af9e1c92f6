import { createHash } from 'node:crypto';
import type { ExplainedCode } from './explain-code.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin-bottom: 0; }
h2 { font-size: 1.1rem; margin-top: 2rem; }
code { font: 0.95em ui-monospace, monospace; overflow-wrap: anywhere; }
.code { opacity: 0.75; margin-top: 0.25rem; }
footer { margin-top: 3rem; opacity: 0.75; }
`;

/** Nothing may be loaded and no script may run; only the page's own style counts. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The page of one code for a person. */
export function htmlPage({ code, status, title, meaning, whatToDo }: ExplainedCode): string {
  const steps = whatToDo.map((step) => `<li>${prose(step)}</li>`).join('\n');
  return documentOf(
    `${title} (${code})`,
    `<h1>${prose(title)}</h1>
<p class="code"><code>${escaped(code)}</code>${status === null ? '' : `, HTTP status ${status}`}</p>
<p>${prose(meaning)}</p>
<h2>What to do</h2>
<ul>
${steps}
</ul>
<footer><a href="../errors">All codes</a></footer>`,
  );
}

/** The page that lists the codes. */
export function htmlIndex(codes: readonly ExplainedCode[]): string {
  const rows = codes.map(
    ({ code, title }) =>
      `<li><a href="errors/${escaped(code)}"><code>${escaped(code)}</code></a>: ${prose(title)}</li>`,
  );
  return documentOf('Error codes', `<h1>Error codes</h1>\n<ul>\n${rows.join('\n')}\n</ul>`);
}

function documentOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Escaped text, with what stands in backticks as code. */
function prose(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
