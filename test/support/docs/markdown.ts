/** A fenced block of a document. */
export interface Block {
  readonly language: string;
  readonly text: string;
  /** Its first line in the file, from 1 on. */
  readonly line: number;
}

/** A longer fence holds blocks of shorter ones. */
const FENCED = /^(`{3,})(\w*)\n([\s\S]*?)^\1$/gm;

/** The fenced blocks of a Markdown text, in their order. */
export function blocksOf(markdown: string): readonly Block[] {
  return [...markdown.matchAll(FENCED)].map(({ 2: language = '', 3: text = '', index }) => {
    return { language, text, line: markdown.slice(0, index).split('\n').length + 1 };
  });
}

/** What stands in backticks in the text outside of blocks. */
export function codeOf(markdown: string): readonly string[] {
  return [...withoutBlocks(markdown).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
}

/** Where the links and pictures of a text lead, those to other sites left out. */
export function linksOf(markdown: string): readonly string[] {
  const text = withoutBlocks(markdown);
  return [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchors that a text offers, as code hosts make them of its headings. */
export function anchorsOf(markdown: string): readonly string[] {
  return [...withoutBlocks(markdown).matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

function withoutBlocks(markdown: string): string {
  return markdown.replace(FENCED, '');
}
