import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { problemResponse, startScriptedService } from '../../../support/scripted-service.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';
import { errorOf, openWorkspace } from '../../../support/secret/secret-workspace.ts';

const VALUE = new TextEncoder().encode('the value');
const NEW = ['secret', 'new', 'box', 'A', '--file', 'value', '--json', '--verbose'];
const refused = problemResponse(429, 'rate_limited');
const busy = { ...refused, headers: { ...refused.headers, 'retry-after': '6' } };

/** A service that refuses the first request to such a path for 6 s; `fleet` gets the signal meanwhile. */
async function endedInPause(path: string, signal: 'SIGINT' | 'SIGTERM') {
  let refusals = 0;
  const service = await openSealingService({
    claims: [VALUE],
    first: (request) => {
      if (!request.path.endsWith(path)) return undefined;
      refusals += 1;
      return refusals === 1 ? busy : undefined;
    },
  });
  const child = service.start([...NEW, '--force', '--yes']);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (!stderr.includes('→ 429') && `${stderr}${chunk}`.includes('→ 429')) child.kill(signal);
    stderr += chunk.toString();
  });
  const [code, by] = await once(child, 'close');
  return { service, ended: by ?? code, error: errorOf({ stderr }) };
}

test.each([
  ['SIGINT', 'SIGINT', 'interrupted'],
  ['SIGTERM', 143, 'terminated'],
] as const)(
  'after %s a request for a secret that was refused is not sent again',
  async (...row) => {
    proves('UI-interrupt', 'UI-secret-interrupt', 'UI-exit-130');
    const [signal, end, code] = row;
    const { ended, error, service } = await endedInPause('/secrets', signal);
    expect([ended, error.code, error.id]).toEqual([end, code, undefined]);
    expect([service.asked().length, service.claims()]).toEqual([1, 0]);
    expect(await service.traces()).toEqual([]);
  },
);

test.each([
  ['SIGINT', 'SIGINT'],
  ['SIGTERM', 143],
] as const)(
  'after %s a claim that was refused is not sent again, and can be resumed',
  async (...row) => {
    proves('UI-interrupt', 'UI-secret-interrupt', 'UI-secret-journal');
    const [signal, end] = row;
    const { ended, error, service } = await endedInPause('/claim', signal);
    expect([ended, service.claims()]).toEqual([end, 0]);
    expect(error.advice).toContain(`fleet secret resume ${error.id}`);
    expect(await service.entries()).toMatchObject([{ id: error.id, state: 'asked' }]);
    expect((await service.fleet(['secret', 'resume'])).code).toBe(0);
    expect([service.asked().length, service.claims()]).toEqual([1, 1]);
    expect(await service.file('value')).toBe('the value');
  },
);

/** A service that never answers requests of such a path. */
async function openSilent(path: string) {
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  const service = await startScriptedService({
    tools: [],
    answer(request) {
      if (request.path.endsWith(path)) hold();
      else if (request.path.endsWith('/secrets'))
        return { status: 202, body: { command_id: 'cmd_1' } };
      return request.path.endsWith(path) ? undefined : { body: {} };
    },
  });
  onTestFinished(() => service.stop());
  return { isHeld, ...(await openWorkspace({ baseUrl: service.baseUrl, key: 'key-1' })) };
}

test.each(['/secrets', '/claim'])(
  'the first Ctrl-C while the service holds %s says that it is waited for, and what stays after the second',
  async (path) => {
    proves('UI-secret-wait-told', 'UI-interrupt');
    const { entries, isHeld, start } = await openSilent(path);
    const child = start(['secret', 'new', 'box', 'A', '--file', 'value']);
    const ended = once(child, 'close');
    await isHeld;
    child.kill('SIGINT');
    let stderr = '';
    for await (const part of child.stderr) {
      stderr += String(part);
      if (stderr.includes('fleet secret resume')) child.kill('SIGINT');
    }
    expect((await ended)[1]).toBe('SIGINT');
    const [{ id } = { id: '' }] = await entries();
    expect(stderr).toContain(
      `The response to what was sent is waited for. Ctrl-C again ends at once; then: fleet secret resume ${id}\n`,
    );
  },
);

test('with --quiet it waits without a word', async () => {
  proves('UI-secret-wait-told');
  const { isHeld, start } = await openSilent('/secrets');
  const args = ['secret', 'new', 'box', 'A', '--file', 'value', '--quiet', '--timeout', '1s'];
  const child = start(args);
  let stderr = '';
  child.stderr.on('data', (part: Buffer) => {
    stderr += part.toString();
  });
  await isHeld;
  child.kill('SIGINT');
  await once(child, 'close');
  expect(stderr).not.toContain('is waited for');
  expect(errorOf({ stderr }).advice).toContain('fleet secret resume');
});
