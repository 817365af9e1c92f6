import { expect, test } from 'vitest';
import { columnsForPeople } from '../../src/render/table-columns.ts';
import { tableText } from '../../src/render/table-text.ts';

test('what tells a person most comes first: values, foreign ids, nested ones, named ids', () => {
  const rows = [
    { id: 'j', machine: 'm', links: ['l'], run_id: 'r', machine_name: 'web', n: 1 },
    { id: 'k', extra: null, run_id: null, link: { at: 1 } },
  ];
  expect(columnsForPeople(rows)).toEqual([
    'id',
    'machine_name',
    'n',
    'extra',
    'run_id',
    'links',
    'link',
    'machine',
  ]);
});

test('when something began is told right after its state', () => {
  const job = { id: 'j', title: 't', state: 'done', status: 'succeeded', created_at: 1, n: 2 };
  expect(columnsForPeople([job])).toEqual(['id', 'title', 'state', 'created_at', 'status', 'n']);
  expect(columnsForPeople([{ id: 'k', scope: 's', created_at: 1 }])).toEqual([
    'id',
    'scope',
    'created_at',
  ]);
});

test('the id of another thing comes after what can be read', () => {
  const alerts = [
    { id: 'alt_38ftzbgtw00', job: 'job_38ftzbc6200', title: 'How severe is it?' },
    { id: 'alt_38ftzae6w00', job: null, title: 'The database refuses connections' },
  ];
  expect(columnsForPeople(alerts)).toEqual(['id', 'title', 'job']);
  expect(columnsForPeople([{ id: 'a', job: null, title: 't' }])).toEqual(['id', 'job', 'title']);
});

test('a thing within a row is called by its id and its state, and where it is asked for it is whole', () => {
  const job = { id: 'job_1', state: 'done', status: 'succeeded', headline: 'All well' };
  const rows = [{ name: 'a', when: { path: 'x' }, last_job: job }];
  const options = { isTerminal: false, width: 80, colour: false, now: 0 };
  expect(tableText(rows, options).lines).toEqual([
    'NAME  WHEN     LAST_JOB',
    'a     path: x  id: job_1, state: done',
  ]);
  for (const more of [{ columns: ['last_job'] }, { isFull: true }]) {
    const [, row] = tableText(rows, { ...options, ...more }).lines;
    expect(row).toContain('status: succeeded, headline: All well');
  }
});
