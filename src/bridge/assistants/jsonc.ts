import {
  applyEdits,
  createScanner,
  type Edit,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
} from 'jsonc-parser';
import { type DocumentFormat, DocumentSyntaxError, lineEndOf } from './document-format.ts';

/**
 * JSON with comments and trailing commas. jsonc-parser finds the offsets; its own `modify` is not used to
 * add or remove, because it moves comments behind the next member and formats lines of other entries.
 */
export const jsonc: DocumentFormat = {
  read(text) {
    const root = rootOf(text);
    return root === undefined ? {} : getNodeValue(root);
  },

  set(text, [servers, name], members) {
    const document = text.trim() === '' ? `{}${lineEndOf(text)}` : text;
    const container = nodeAt(document, [servers]);
    if (container === undefined) return withMember(document, [], servers, { [name]: members });
    if (container.type === 'null') return withValue(document, [], servers, { [name]: members });
    if (nodeAt(document, [servers, name]) === undefined) {
      return withMember(document, [servers], name, members);
    }
    return Object.entries(members).reduce(
      (current, [member, value]) => withValue(current, [servers, name], member, value),
      document,
    );
  },

  remove: (text, path) => {
    const property = nodeAt(text, path)?.parent;
    const container = property?.parent;
    return container && property ? withoutProperty(text, container, property) : text;
  },
};

function withValue(text: string, path: readonly string[], member: string, value: unknown): string {
  const node = nodeAt(text, [...path, member]);
  if (node === undefined) return withMember(text, path, member, value);
  if (JSON.stringify(getNodeValue(node)) === JSON.stringify(value)) return text;
  const { offset, length } = node;
  const before = node.type === 'null' ? text : text.slice(offset, offset + length);
  const isOneLine = !before.includes('\n');
  const indent = isOneLine ? undefined : indentAt(text, offset);
  return applyEdits(text, [{ offset, length, content: write(text, value, indent) }]);
}

/** Adds a member after the last one and its comments. */
function withMember(text: string, path: readonly string[], member: string, value: unknown): string {
  const container = nodeAt(text, path);
  if (container === undefined) return text;
  const close = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const { contentEnd, endsWithComma } = lastContent(text, container.offset, close);
  const hasOwnLine = last === undefined || text.slice(contentEnd, close).includes('\n');
  const outer = indentAt(text, container.offset);
  const own = last === undefined ? outer + indentUnit(text) : indentAt(text, last.offset);
  const key = `${JSON.stringify(member)}:${hasOwnLine || text.includes(': ') ? ' ' : ''}`;
  const written = `${key}${write(text, value, hasOwnLine ? own : undefined)}${endsWithComma ? ',' : ''}`;
  const lineEnd = lineEndOf(text);
  const edits: Edit[] = [];
  if (last !== undefined && !endsWithComma) edits.push(insertion(last.offset + last.length, ','));
  if (last === undefined) {
    const content = `${lineEnd}${own}${written}${lineEnd}${outer}`;
    edits.push({ offset: contentEnd, length: close - contentEnd, content });
  } else {
    const gap = hasOwnLine ? lineEnd + own : /^\s*/.exec(text.slice(container.offset + 1))?.[0];
    edits.push(insertion(contentEnd, `${gap ?? ''}${written}`));
  }
  return applyEdits(text, edits);
}

function withoutProperty(text: string, container: Node, property: Node): string {
  const end = property.offset + property.length;
  const close = container.offset + container.length - 1;
  const before = lastContent(text, container.offset, property.offset);
  const comma = commaBetween(text, end, close) ?? lastCommaBefore(text, container, property);
  const edits = [{ offset: before.contentEnd, length: end - before.contentEnd, content: '' }];
  // Where the comma before the entry is its last content, it is next to what is removed; edits must not overlap.
  if (comma !== undefined) edits.push({ offset: comma, length: 1, content: '' });
  const cut = applyEdits(text, edits);
  const removed = edits.reduce((sum, { length }) => sum + length, 0);
  const inner = cut.slice(container.offset + 1, close - removed);
  if (inner.trim() !== '') return cut;
  return cut.slice(0, container.offset + 1) + cut.slice(close - removed);
}

function lastCommaBefore(text: string, container: Node, property: Node): number | undefined {
  const siblings = container.children ?? [];
  const previous = siblings[siblings.indexOf(property) - 1];
  return previous && commaBetween(text, previous.offset + previous.length, property.offset);
}

function commaBetween(text: string, start: number, end: number): number | undefined {
  return tokens(text, start, end).find((token) => token.text === ',')?.start;
}

/** Where the last token or comment of an object ends, before `end`; its brace is at `open`. */
function lastContent(text: string, open: number, end: number) {
  const found = tokens(text, open, end);
  const { end: contentEnd = end } = found.at(-1) ?? {};
  const lastToken = found.findLast((token) => !token.text.startsWith('/'));
  return { contentEnd, endsWithComma: lastToken?.text === ',' };
}

/** Tokens and comments in a part of the text, without white space. */
function tokens(text: string, start: number, end: number) {
  const scanner = createScanner(text);
  scanner.setPosition(start);
  const found: { readonly text: string; readonly start: number; readonly end: number }[] = [];
  for (scanner.scan(); scanner.getTokenOffset() < end; scanner.scan()) {
    const offset = scanner.getTokenOffset();
    const token = text.slice(offset, offset + scanner.getTokenLength());
    if (token.trim() !== '') found.push({ text: token, start: offset, end: offset + token.length });
  }
  return found;
}

function rootOf(text: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first !== undefined) throw syntaxErrorAt(text, first.offset);
  return root;
}

function nodeAt(text: string, path: readonly string[]): Node | undefined {
  const root = rootOf(text);
  return root && findNodeAtLocation(root, [...path]);
}

function syntaxErrorAt(text: string, offset: number): DocumentSyntaxError {
  const lines = text.slice(0, offset).split('\n');
  return new DocumentSyntaxError(lines.length, (lines.at(-1) ?? '').length + 1);
}

/** A value as JSON: over several lines where it has an indentation, else on one. */
function write(text: string, value: unknown, indent: string | undefined): string {
  if (indent === undefined) return JSON.stringify(value);
  const lines = JSON.stringify(value, null, indentUnit(text)).split('\n');
  return lines.join(lineEndOf(text) + indent);
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** One step of indentation, as the first indented member shows it. */
function indentUnit(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
}

function insertion(offset: number, content: string): Edit {
  return { offset, length: 0, content };
}
