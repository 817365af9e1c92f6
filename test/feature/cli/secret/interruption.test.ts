import { once } from 'node:events';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { problemResponse } from '../../../support/scripted-service.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';
import { errorOf } from '../../../support/secret/secret-workspace.ts';

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
