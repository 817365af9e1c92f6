import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isOnPostgres } from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';
import { type SecretServer, startSecretServer } from '../../../support/secret-server.ts';

/** Which of the texts are in any file of the server's data folder. */
function onDisk({ server }: SecretServer, texts: readonly string[]): readonly string[] {
  const files = readdirSync(server.dataFolder).map((name) =>
    readFileSync(join(server.dataFolder, name)),
  );
  return texts.filter((text) => files.some((file) => file.includes(text)));
}

/** Secrets of several sizes, sealed and not claimed: their commands and sealed texts. */
async function sealMany(fixture: SecretServer, count: number) {
  const made: { readonly command: string; readonly sealed: string }[] = [];
  for (let number = 0; number < count; number += 1) {
    const { command_id: command } = (await fixture.ask({ name: `S${number}` })).body;
    await fixture.collect();
    made.push({ command, sealed: await fixture.answer(command, 'v'.repeat(1 + 97 * number)) });
  }
  return made;
}

test('what was claimed or expired is in no file any more', async ({ skip }) => {
  proves('WIRE-sealed-overwritten');
  skip(isOnPostgres(), 'PostgreSQL keeps its files itself');
  const fixture = await startSecretServer();
  const made = await sealMany(fixture, 40);
  const texts = made.map(({ sealed }) => sealed);
  // Long ones lie on several pages; their beginnings are all in one piece.
  const heads = texts.map((text) => text.slice(0, 60));
  expect(onDisk(fixture, heads)).toEqual(heads);
  for (const { command } of made.slice(0, 20)) await fixture.claim(command);
  expect(onDisk(fixture, heads)).toEqual(heads.slice(20));
  fixture.clock.advance(120_000);
  // The sweep is on its way; any later write finds its work done.
  for (const { command } of made) await fixture.claim(command);
  expect(onDisk(fixture, heads)).toEqual([]);
});

test('what was sealed is in no answer but the claim, no log and no audit entry', async () => {
  const fixture = await startSecretServer();
  const { server } = fixture;
  const [first, second] = await sealMany(fixture, 2);
  if (first === undefined || second === undefined) throw new Error('nothing was sealed');
  await fixture.claim(first.command);
  const answers = [
    await server.tool('get_command', { command: first.command }),
    await server.tool('get_command', { command: second.command }),
    await server.tool('list_commands', {}),
    await server.tool('list_audit_log', {}),
    await server.tool('get_stats', {}),
    await server.tool('describe_cloud', {}),
    await server.tool('get_machine', { machine: 'build-01' }),
  ];
  const said = [...answers.map(({ text }) => text), ...server.log].join('\n');
  for (const { sealed } of [first, second]) expect(said).not.toContain(sealed.slice(0, 40));
  expect(answers[0]?.body).toMatchObject({ status: 'succeeded', result: { state: 'sealed' } });
  const { entries } = (await server.tool('list_audit_log', { action: 'secret.' })).body;
  const actions = entries.map((entry: { action: string; command_id: string }) => [
    entry.action,
    entry.command_id,
  ]);
  expect(actions).toEqual([
    ['secret.claim', first.command],
    ['secret.request', second.command],
    ['secret.request', first.command],
  ]);
});
