import { describe, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { type RawBehaviour, serveRaw } from '../../support/raw-server.ts';
import { ACTION, connectionsTo, READ, WAYS } from '../../support/ways-to-connect.ts';

const OK = 'HTTP/1.1 200 OK\r\n';
const NEXT = `${OK}content-length: 4\r\n\r\nnext`;

const sized = (headers: string): string => `${OK}${headers}content-length: 2\r\n\r\n{}`;
const chunked = (body: string): string => `${OK}transfer-encoding: chunked\r\n\r\n${body}`;
const started = (line: string): string => `${line}\r\ncontent-length: 2\r\n\r\n{}`;
const closing =
  (text: string): RawBehaviour =>
  (socket) =>
    socket.end(text);

/** The status and body that are taken, and on how many connections two requests then went out. */
const TAKEN: readonly [string, RawBehaviour, string, 1 | 2][] = [
  ['a length', sized(''), '200 {}', 1],
  ['a line feed before it', `\r\n${sized('')}`, '200 {}', 1],
  ['no reason', started('HTTP/1.1 200'), '200 {}', 1],
  ['a header of 15,000 bytes', sized(`x-a: ${'a'.repeat(15_000)}\r\n`), '200 {}', 1],
  ['chunks', chunked('1\r\n{\r\n1\r\n}\r\n0\r\n\r\n'), '200 {}', 1],
  ['extensions of chunks', chunked('2;a="b c"\r\n{}\r\n0\r\n\r\n'), '200 {}', 1],
  ['trailers', chunked('2\r\n{}\r\n0\r\nx-t: 1\r\n\r\n'), '200 {}', 1],
  ['no length before the end', closing(`${OK}\r\n{}`), '200 {}', 2],
  ['HTTP/1.0', closing('HTTP/1.0 200 OK\r\n\r\n{}'), '200 {}', 2],
  ['connection: close', sized('connection: close\r\n'), '200 {}', 2],
  ['bytes too many', `${sized('')}xyz`, '200 {}', 2],
  ['a second response', `${sized('')}${NEXT}`, '200 {}', 2],
  ['204', 'HTTP/1.1 204 No Content\r\n\r\n', '204 ', 1],
  ['205', 'HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n', '205 ', 1],
  ['204 with a body', 'HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n{}', '204 ', 2],
  ['304', 'HTTP/1.1 304 Not Modified\r\netag: "a"\r\n\r\n', '304 ', 1],
  ['a redirect', 'HTTP/1.1 302 Found\r\nlocation: /x\r\ncontent-length: 0\r\n\r\n', '302 ', 1],
  ['103 before it', `HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n${sized('')}`, '200 {}', 1],
  ['an upgrade offered', sized('upgrade: foo\r\nconnection: upgrade\r\n'), '200 {}', 1],
];

/** What is no HTTP, could be read in two ways, or breaks off. */
const REFUSED: readonly [string, RawBehaviour][] = [
  ['line feeds alone', 'HTTP/1.1 200 OK\ncontent-length: 2\n\n{}'],
  ['a line feed alone after a header', `${OK}x-a: 1\ncontent-length: 2\r\n\r\n{}`],
  ['a carriage return in a value', sized('x-a: a\rx-b: b\r\n')],
  ['NUL in a value', sized('x-a: a\0b\r\n')],
  ['a control character in a value', sized('x-a: a\x01b\r\n')],
  ['a folded header', sized('x-a: a\r\n b\r\n')],
  ['space before a colon', sized('x-a : a\r\n')],
  ['space before the first header', sized(' x-a: a\r\n')],
  ['space in a name', sized('x a: 1\r\n')],
  ['a header without a name', sized(': 1\r\n')],
  ['a header without a colon', sized('xa\r\n')],
  ['17,000 bytes of one header', sized(`x-a: ${'a'.repeat(17_000)}\r\n`)],
  ['trailers of 30,000 bytes', chunked(`2\r\n{}\r\n0\r\n${'x-t: 1234\r\n'.repeat(3_000)}\r\n`)],
  ['a length that is no number', `${OK}content-length: x\r\n\r\n{}`],
  ['a negative length', `${OK}content-length: -2\r\n\r\n{}`],
  ['a length with a sign', `${OK}content-length: +2\r\n\r\n{}`],
  ['a hexadecimal length', `${OK}content-length: 0x2\r\n\r\n{}`],
  ['a length beyond all numbers', `${OK}content-length: ${'9'.repeat(30)}\r\n\r\n{}`],
  ['an empty length', closing(`${OK}content-length:\r\n\r\n{}`)],
  ['a length with space in it', `${OK}content-length: 1 2\r\n\r\n{}`],
  ['two lengths', `${OK}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
  ['one length twice', `${OK}content-length: 2\r\ncontent-length: 2\r\n\r\n{}`],
  ['a list of lengths', `${OK}content-length: 2, 2\r\n\r\n{}`],
  [
    'length and chunks',
    chunked('2\r\n{}\r\n0\r\n\r\n').replace('OK\r\n', 'OK\r\ncontent-length: 3\r\n'),
  ],
  ['a chunk size that is no number', chunked('zz\r\n{}\r\n0\r\n\r\n')],
  ['a negative chunk size', chunked('-2\r\n{}\r\n0\r\n\r\n')],
  ['a chunk size with 0x', chunked('0x2\r\n{}\r\n0\r\n\r\n')],
  ['a chunk size with space', chunked('2 \r\n{}\r\n0\r\n\r\n')],
  ['a chunk size beyond all numbers', chunked(`${'f'.repeat(20)}\r\n{}\r\n0\r\n\r\n`)],
  ['chunks with line feeds alone', chunked('2\n{}\n0\n\n')],
  ['a chunk with a carriage return alone', chunked('2\r{}\r\n0\r\n\r\n')],
  ['a line feed in the extension of a chunk', chunked('2;a\nb\r\n{}\r\n0\r\n\r\n')],
  ['a chunk without its end', chunked('2\r\n{}0\r\n\r\n')],
  ['a chunk that is too short', chunked('3\r\n{}\r\n0\r\n\r\n')],
  ['HTTP/0.9', closing('{}')],
  ['HTTP/1.2', started('HTTP/1.2 200 OK')],
  ['http in small letters', started('http/1.1 200 OK')],
  ['status 000', started('HTTP/1.1 000 OK')],
  ['status 99', started('HTTP/1.1 99 OK')],
  ['status 1000', started('HTTP/1.1 1000 OK')],
  ['a status with a letter', started('HTTP/1.1 2x0 OK')],
  ['two spaces before the status', started('HTTP/1.1  200 OK')],
  ['a carriage return in the reason', started('HTTP/1.1 200 O\rK')],
  ['something before it', `junk${sized('')}`],
  ['another protocol', 'SSH-2.0-x\r\n'],
  ['a request', 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'],
  ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: a\r\nconnection: upgrade\r\n\r\n'],
  ['an upgrade to nothing', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ['only an informational one', closing('HTTP/1.1 102 Processing\r\n\r\n')],
  ['an end before a byte', closing('')],
  ['a reset before a byte', (socket) => void socket.resetAndDestroy()],
  ['an end in the status', closing('HTTP/1.1 2')],
  ['an end in a header', closing(`${OK}content-le`)],
  ['an end after the head', closing(`${OK}content-length: 2\r\n\r\n`)],
  ['an end in the body', closing(`${OK}content-length: 5\r\n\r\n{}`)],
  ['an end in a chunk', closing(chunked('5\r\n{}'))],
  ['an end before the last chunk', closing(chunked('2\r\n{}\r\n'))],
  ['an end in the last chunk', closing(chunked('2\r\n{}\r\n0\r\n'))],
  ['endless headers', endlessHeaders],
];

function endlessHeaders(socket: Parameters<Exclude<RawBehaviour, string | Buffer>>[0]): void {
  socket.write(OK);
  const more = (): void => {
    if (!socket.destroyed) socket.write('x-a: 1\r\n'.repeat(1_000), () => setImmediate(more));
  };
  more();
}

describe.each(WAYS)('%s', (way) => {
  test.each(TAKEN)('a response with %s', async (_name, response, expected, connections) => {
    const server = await serveRaw(response, NEXT);
    const { send } = connectionsTo(server.url, way);
    expect(shown(await send(ACTION))).toBe(expected);
    expect(shown(await send(ACTION))).toBe('200 next');
    // undici may open a second connection to a proxy while it still puts the first one back.
    const most = way === 'through a proxy' ? 2 : connections;
    expect(server.sockets.length).toBeGreaterThanOrEqual(connections);
    expect(server.sockets.length).toBeLessThanOrEqual(most);
  });

  test.each(REFUSED)('%s is a broken connection, which is not used again', async (_name, raw) => {
    proves('PROJECT-bad-answers');
    const server = await serveRaw(raw, NEXT);
    const { send } = connectionsTo(server.url, way);
    expect((await send(ACTION)).kind).toBe('broken');
    expect(shown(await send(ACTION))).toBe('200 next');
    expect(server.requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  test.each([
    ['a length', `${OK}content-length: 20\r\n\r\n`],
    ['chunks', `${OK}transfer-encoding: chunked\r\n\r\n`],
  ])('the response to HEAD has no body, with %s', async (_name, response) => {
    const server = await serveRaw(response, NEXT);
    const { send } = connectionsTo(server.url, way);
    expect(shown(await send({ ...READ, method: 'HEAD', body: undefined }))).toBe('200 ');
    expect(shown(await send(READ))).toBe('200 next');
  });

  test('header names are in lower case, and a header that came twice is joined', async () => {
    const server = await serveRaw(
      sized('Content-Type: a/b\r\ncontent-type: c/d\r\nSet-Cookie: a\r\nset-cookie: b\r\n'),
    );
    const answered = await connectionsTo(server.url, way).send(READ);
    expect(answered).toMatchObject({
      headers: { 'content-type': 'a/b,c/d', 'set-cookie': 'a,b', 'content-length': '2' },
    });
  });

  test('no header of a response is dropped', async () => {
    const many = Array.from({ length: 1_200 }, (_, n) => `a${n}:\r\n`).join('');
    const server = await serveRaw(sized(`${many}x-last: 1\r\n`));
    const answered = await connectionsTo(server.url, way).send(READ);
    expect(answered).toMatchObject({ headers: { 'x-last': '1' } });
  });
});

function shown(attempt: Awaited<ReturnType<ReturnType<typeof connectionsTo>['send']>>): string {
  if (attempt.kind !== 'answered') return JSON.stringify(attempt);
  return `${attempt.status} ${Buffer.from(attempt.bytes).toString()}`;
}
