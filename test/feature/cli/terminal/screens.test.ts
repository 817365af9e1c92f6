import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diffForPeople } from '../../../../src/render/skills/diff-text.ts';
import { planText } from '../../../../src/render/skills/plan-text.ts';
import { textWidth } from '../../../../src/render/text-width.ts';
import { viewFormat } from '../../../../src/render/views/view-format.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { expectScreens, writeStoppedClock } from '../../../support/screens/expect-screens.ts';
import { MORNING_MS, startMorningFleet } from '../../../support/screens/morning-fleet.ts';

const WIDTHS = [80, 120, 40];

test('every record has its screen, and no word of it is broken at any width', {
  timeout: 60_000,
}, async () => {
  proves('UI-output-views');
  const server = await startMorningFleet();
  const idOf = async (tool: string, list: string, input: object = {}) =>
    (await server.tool(tool, input)).body[list][0].id;
  const calls: readonly (readonly [string, object, string])[] = [
    ['list_machines', {}, 'list-machines'],
    ['get_machine', { machine: 'edge-02' }, 'get-machine edge-02'],
    ['get_machine', { machine: 'build-01' }, 'get-machine build-01'],
    ['list_jobs', {}, 'list-jobs'],
    ['list_inbox', {}, 'list-inbox'],
    ['get_job', { job: await idOf('list_jobs', 'jobs', { status: 'waiting' }) }, 'get-job WAITING'],
    ['get_job', { job: await idOf('list_jobs', 'jobs', { status: 'succeeded' }) }, 'get-job DONE'],
    ['get_job', { job: await idOf('list_jobs', 'jobs', { status: 'failed' }) }, 'get-job FAILED'],
    ['get_job', { job: await idOf('list_jobs', 'jobs', { status: 'running' }) }, 'get-job RUNNING'],
    ['list_deliveries', {}, 'list-deliveries'],
    [
      'get_delivery',
      { delivery: await idOf('list_deliveries', 'deliveries', { outcome: 'rejected' }) },
      'get-delivery',
    ],
    ['list_alerts', {}, 'list-alerts'],
    ['list_commands', {}, 'list-commands'],
    ['get_command', { command: await idOf('list_commands', 'commands') }, 'get-command'],
    ['list_skills', {}, 'list-skills'],
    ['list_members', {}, 'list-members'],
    ['list_issues', {}, 'list-issues'],
    ['get_issue', { issue: '1' }, 'get-issue 1'],
    ['list_audit_log', { limit: 4 }, 'list-audit-log --limit 4'],
    ['get_stats', { days: 3 }, 'get-stats --days 3'],
    ['describe_cloud', {}, 'describe-cloud'],
  ];
  for (const [tool, input, words] of calls) {
    const { body } = await server.tool(tool, input);
    const screens = WIDTHS.map((columns) => {
      const options = { isTerminal: true, colour: false, now: MORNING_MS, width: columns };
      const text = String(viewFormat.value({ value: body }, options));
      return { command: `fleet cloud ${words}`, columns, text };
    });
    await expectScreens(words.replace(/ --.*/, '').replaceAll(' ', '-').toLowerCase(), screens);
    for (const { text, columns } of screens) {
      const wide = text
        .split('\n')
        .filter((line) => textWidth(line) > columns && / \S+ /.test(line.trim()))
        .filter((line) => !/^ +fleet /.test(line));
      expect(wide, `${words} at ${columns}`).toEqual([]);
    }
  }
});

test('a plan of skills and their difference fit every width, with nothing unseen', async () => {
  proves('UI-skill-push', 'UI-skill-diff');
  const before = 'name: deploy-check\n---\nSay what is missing.\n';
  const after = 'name: deploy-check\n---\nSay what is missing,\u202e and why.\nStop.\n';
  const changes = [
    { kind: 'create', skill: 'disk-usage', before: undefined, after: before },
    { kind: 'update', skill: 'deploy-check', before, after },
    { kind: 'update', skill: 'triage', before: undefined, after, note: 'failed to load there' },
    { kind: 'delete', skill: 'old-report', before: 'one line\n', after: undefined },
  ] as const;
  const left = [{ skill: 'nightly-report', why: 'comes from the repository acme/skills: left' }];
  const plans = [
    { name: 'build-01', changes, left, same: 2 },
    { name: 'build-02', changes, left, same: 2 },
    { name: 'edge-02\u001b[2J', changes: [], left: [], same: 1 },
  ];
  const planned = WIDTHS.map((columns) => ({
    command: "fleet skill push --machine '*' --prune",
    columns,
    text: planText(plans, { colour: false, width: columns }),
  }));
  await expectScreens('skill-push', planned);
  for (const { columns, text } of planned) {
    expect(text.split('\n').filter((line) => textWidth(line) > columns)).toEqual([]);
  }
  const file = 'skills/deploy-check/SKILL.md';
  const forms = { before, after, beforeName: `build-01/${file}`, afterName: file };
  const command = 'fleet skill diff build-01';
  await expectScreens('skill-diff', [{ command, columns: 80, text: diffForPeople(forms, false) }]);
  expect(diffForPeople(forms, true)).toContain('\u001b[32m+Stop.\u001b[39m\n');
});

test('fleet status is one screen, whose every line ends in a command', {
  timeout: 60_000,
}, async ({ skip }) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-status');
  const server = await startMorningFleet();
  const clock = writeStoppedClock(mkdtempSync(join(tmpdir(), 'fleet-clock-')), MORNING_MS);
  const env = {
    FLEET_BASE_URL: server.baseUrl,
    FLEET_API_KEY: server.keys.read,
    NODE_OPTIONS: `--require=${clock}`,
  };
  const screen = async (args: readonly string[], columns: number, more: object = {}) => {
    const { code, output } = await runOnTerminal([...args, '--quiet'], {
      columns,
      env: { ...env, ...more },
    });
    expect(code).toBe(0);
    return { command: `fleet ${args.join(' ')}`, columns, text: output };
  };
  const plain = { NO_COLOR: '1' };
  const screens = [];
  for (const columns of WIDTHS) screens.push(await screen(['status'], columns, plain));
  await expectScreens('status', screens);
  const inbox = await screen(['cloud', 'list-inbox'], 80, { TERM: 'dumb' });
  const plainInbox = await screen(['cloud', 'list-jobs'], 80, { ACCESSIBLE: '1', NO_COLOR: '1' });
  await expectScreens('list-jobs-accessible', [inbox, plainInbox]);
  const coloured = await screen(['cloud', 'list-inbox'], 80);
  expect(coloured.text).toContain('\u001b[35mneeds input\u001b[39m');
  const mailed = await runFleet(['status', '-o', 'table'], { env });
  expect(mailed.stdout).toBe(screens.find(({ columns }) => columns === 80)?.text);
  const piped = await runFleet(['status'], { env });
  expect(JSON.parse(piped.stdout)).toMatchObject({
    counts: { waiting: 1, running: 1, machines: 3, away: 1 },
    waiting: [{ title: 'Triage issue 42: export loses rows' }],
    away: [{ name: 'lab-03' }],
  });
});
