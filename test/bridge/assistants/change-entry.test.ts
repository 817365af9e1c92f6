import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withEntry, withoutEntry } from '../../../src/bridge/assistants/change-entry.ts';
import { jsonc } from '../../../src/bridge/assistants/jsonc.ts';
import { toml } from '../../../src/bridge/assistants/toml.ts';
import { proves } from '../../support/proves.ts';

proves('BRIDGE-install-untouched');

const MEMBERS = { command: '/opt/node', args: ['/opt/a "b"\\run.js', 'mcp'] } as const;
const CHANGED = { command: '/opt/node-2', args: ['/opt/run.js', 'mcp', '--profile', 'w'] } as const;

const word = fc.stringMatching(/^[a-z]{1,6}$/);
const remark = fc.constantFrom('one', 'a "quoted" { brace', 'ends, with', 'é ünï', '"fleet": {}');
const lineEnd = fc.constantFrom('\n', '\r\n');

interface Around {
  readonly above: string | undefined;
  readonly beside: string | undefined;
  readonly isBlock: boolean;
}

/** A comment before a member, one behind it, both or none. */
const around: fc.Arbitrary<Around> = fc.record({
  above: fc.option(remark, { nil: undefined }),
  beside: fc.option(remark, { nil: undefined }),
  isBlock: fc.boolean(),
});

const jsonValue: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '1',
    '9007199254740993',
    '1.50',
    'true',
    'null',
    '"t\\u00e9xt"',
    '[ 1,2 ]',
    '{ "a":1 }',
  ),
  fc.constantFrom('{\n"deep": [1,\n 2, // in\n ] }', '"// no comment"', '"/*"'),
);

const jsonMembers = fc.uniqueArray(fc.tuple(word, jsonValue, around), {
  maxLength: 4,
  selector: ([name]) => name,
});

interface Layout {
  readonly indent: string;
  readonly hasTrailingComma: boolean;
}

function writeObject(
  members: readonly (readonly [string, string, Around])[],
  depth: number,
  { indent, hasTrailingComma }: Layout,
): string {
  if (members.length === 0) return '{}';
  const pad = indent.repeat(depth);
  const rows = members.map(([name, value, { above, beside, isBlock }], at) => {
    const comma = at < members.length - 1 || hasTrailingComma ? ',' : '';
    const before = above === undefined ? '' : `${pad}// ${above}\n`;
    const behind = beside === undefined ? '' : isBlock ? ` /* ${beside} */` : ` // ${beside}`;
    return `${before}${pad}"${name}": ${value}${comma}${behind}\n`;
  });
  return `{\n${rows.join('')}${indent.repeat(depth - 1)}}`;
}

const jsonDocument = fc
  .record({
    before: jsonMembers,
    servers: jsonMembers,
    after: jsonMembers,
    note: around,
    indent: fc.constantFrom('  ', '\t', '    '),
    hasTrailingComma: fc.boolean(),
    lineEnd,
    head: fc.constantFrom('', '// head\n', '\n/* head\n * more */\n'),
    tail: fc.constantFrom('', '\n', '\n// tail\n'),
  })
  .map(({ before, servers, after, note, head, tail, ...layout }) => {
    const inner = writeObject(servers, 2, layout);
    const others = [...before, ...after.map(([name, ...rest]) => [`${name}_2`, ...rest] as const)];
    const members = others.toSpliced(before.length, 0, ['mcpServers', inner, note] as const);
    return `${head}${writeObject(members, 1, layout)}${tail}`.replaceAll('\n', layout.lineEnd);
  });

const tomlValue = fc.constantFrom(
  '1',
  '9007199254740993',
  '0xDEAD',
  '1.50',
  'true',
  '1979-05-27',
  '07:32:00',
  '"é # no"',
  "'lit'",
  '[ 1, 2 ]',
  '[\n  "a", # in\n  "b",\n]',
  '"""\n[mcp_servers.fleet]\nx\n"""',
  '{ a = 1 }',
);

const tomlMembers = fc.uniqueArray(fc.tuple(word, tomlValue, around), {
  maxLength: 3,
  selector: ([name]) => name,
});

const tomlDocument = fc
  .record({
    root: tomlMembers,
    tables: fc.uniqueArray(
      fc.record({
        name: word,
        kind: fc.constantFrom('server', 'own'),
        members: tomlMembers,
        note: around,
      }),
      { maxLength: 4, selector: ({ name }) => name },
    ),
    gap: fc.constantFrom('', '\n', '\n\n'),
    lineEnd,
    tail: fc.constantFrom('', '# end', '# end\n', '  \n'),
  })
  .map(({ root, tables, gap, tail, ...layout }) => {
    const rows = (members: typeof root) =>
      members
        .map(([name, value, { above, beside }]) => {
          const before = above === undefined ? '' : `# ${above}\n`;
          return `${before}${name} = ${value}${beside === undefined ? '' : ` # ${beside}`}\n`;
        })
        .join('');
    const sections = tables.map(({ name, kind, members, note }) => {
      const header = kind === 'server' ? `[mcp_servers.${name}_s]` : `[${name}_t]`;
      const above = note.above === undefined ? '' : `# ${note.above}\n`;
      return `${gap}${above}${header}${note.beside === undefined ? '' : ` # ${note.beside}`}\n${rows(members)}`;
    });
    return `${rows(root)}${sections.join('')}${tail}`.replaceAll('\n', layout.lineEnd);
  });

test.each([
  ['JSONC', jsonc, jsonDocument, 'mcpServers'],
  ['TOML', toml, tomlDocument, 'mcp_servers'],
] as const)(
  'any %s document keeps everything but our entry',
  (_name, format, documents, servers) => {
    fc.assert(
      fc.property(documents, (original) => {
        const path = [servers, 'fleet'] as const;
        const installed = withEntry(format, original, path, MEMBERS);
        if (installed === undefined) throw new Error('it was not installed');
        expect(isSubsequence(original, installed)).toBe(true);
        expect(withEntry(format, installed, path, MEMBERS)).toBe(installed);
        expect(withoutEntry(format, installed, path)).toBe(original);
        const updated = withEntry(format, installed, path, CHANGED);
        expect(updated).toContain('node-2');
        expect(withoutEntry(format, updated ?? '', path)).toBe(original);
      }),
      { numRuns: 300 },
    );
  },
);

/** Whether `text` is `longer` with something taken out. */
function isSubsequence(text: string, longer: string): boolean {
  let at = 0;
  for (const character of longer) if (text.startsWith(character, at)) at += character.length;
  return at === text.length;
}

test.each([
  ['{}', '{\n  "mcpServers": {}\n}\n'],
  ['', '{\n  "mcpServers": {}\n}\n'],
  ['{"a":1}', '{"a":1,"mcpServers":{}}'],
  ['{"mcpServers":{"x":{}}}', '{"mcpServers":{"x":{}}}'],
  ['{ "mcpServers": { "x": {} } }', '{ "mcpServers": { "x": {} } }'],
  ['{\n  "mcpServers": {\n  }\n}', '{\n  "mcpServers": {}\n}'],
  ['{"mcpServers":{/* c */}}', '{"mcpServers":{/* c */\n}}'],
])('JSONC %j after install and uninstall', (original, rest) => {
  const path = ['mcpServers', 'fleet'] as const;
  const installed = withEntry(jsonc, original, path, MEMBERS) ?? '';
  expect(JSON.parse(installed.replace('/* c */', '')).mcpServers.fleet).toEqual(MEMBERS);
  expect(withoutEntry(jsonc, installed, path)?.trim()).toBe(rest.trim());
});

test('JSONC: an entry between others leaves them as they are', () => {
  const text = '{"mcpServers": {\n  "a": {}, // a\n  "fleet": {},\n  // b\n  "b": {}\n}}';
  expect(withoutEntry(jsonc, text, ['mcpServers', 'fleet'])).toBe(
    '{"mcpServers": {\n  "a": {}, // a\n  // b\n  "b": {}\n}}',
  );
});

test('JSONC: a name given twice is left to a person', () => {
  const text = '{"mcpServers": {"fleet": {"command": "a"}, "fleet": {"command": "b"}}}';
  expect(withEntry(jsonc, text, ['mcpServers', 'fleet'], MEMBERS)).toBeUndefined();
  expect(withoutEntry(jsonc, text, ['mcpServers', 'fleet'])).toBeUndefined();
});

test('an edit that would change anything else, or break the document, is given up', () => {
  const path = ['mcpServers', 'fleet'] as const;
  const text = '{"mcpServers": {"other": 1}}';
  for (const spoil of [(next: string) => next.replace('1', '2'), (next: string) => `${next}}`]) {
    const careless = {
      ...jsonc,
      set: (...given: Parameters<typeof jsonc.set>) => spoil(jsonc.set(...given)),
      remove: (...given: Parameters<typeof jsonc.remove>) => spoil(jsonc.remove(...given)),
    };
    expect(withEntry(careless, text, path, MEMBERS)).toBeUndefined();
    expect(withoutEntry(careless, text, path)).toBeUndefined();
  }
});

test.each([
  'mcp_servers = { other = { command = "x" } } # c\nb = 1\n',
  '[mcp_servers]\nother = { command = "x" }\n\n[tui]\nx = 1\n',
  '[mcp_servers]\nother.command = "x"\n',
  'mcp_servers.other.command = "x"\n',
])('TOML %j takes and gives the entry', (original) => {
  const path = ['mcp_servers', 'fleet'] as const;
  const installed = withEntry(toml, original, path, MEMBERS);
  expect(installed).toContain('/opt/node');
  expect(installed).not.toMatch(/,\s*\}/);
  expect(withoutEntry(toml, installed ?? '', path)).toBe(original);
});

test('TOML: tables inside of our entry go with it, comments before the next stay', () => {
  const text =
    'a = 1\n\n[mcp_servers.fleet]\ncommand = "x"\n\n[mcp_servers.fleet.env]\nA = "1"\n\n# z\n[z]\n';
  expect(withoutEntry(toml, text, ['mcp_servers', 'fleet'])).toBe('a = 1\n\n# z\n[z]\n');
});

test('TOML: what a person added to our section stays when it is brought up to date', () => {
  const text =
    '[mcp_servers.fleet]\ncommand = "x" # old\nargs = ["y"]\ntool_timeout_sec = 300 # long\n';
  expect(withEntry(toml, text, ['mcp_servers', 'fleet'], MEMBERS)).toBe(
    '[mcp_servers.fleet]\ncommand = "/opt/node" # old\nargs = ["/opt/a \\"b\\"\\\\run.js", "mcp"]\ntool_timeout_sec = 300 # long\n',
  );
});
