import type { ExplainedCode } from './explain-code.ts';

/** The page of one code as plain text. */
export function textPage({ code, status, title, meaning, whatToDo }: ExplainedCode): string {
  const head = status === null ? code : `${code} (HTTP status ${status})`;
  const steps = whatToDo.map((step) => `- ${step}`).join('\n');
  return `${head}: ${title}\n\n${meaning}\n\nWhat to do:\n${steps}\n`;
}

/** The codes with their titles, one a line. */
export function textIndex(codes: readonly ExplainedCode[]): string {
  return codes.map(({ code, title }) => `${code}: ${title}\n`).join('');
}
