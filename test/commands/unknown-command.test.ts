import { expect, test } from 'vitest';
import { unknownCommand } from '../../src/commands/unknown-command.ts';
import { proves } from '../support/proves.ts';

const IDS = [
  'job:answer',
  'job:follow',
  'job:logs',
  'logs',
  'secret:new',
  'skill:diff',
  'status',
  'machine',
  'machine:init',
  'admin:key:create',
  'admin:key:list',
];

test.each([
  ['job folow job_1', 'job follow'],
  ['skill dif build-01', 'skill diff'],
  ['job asnwer job_1 yes', 'job answer --help'],
  ['get jobs', 'cloud list-jobs'],
  ['get job job_1', 'cloud get-job'],
  ['describe machine build-01', 'cloud get-machine'],
  ['job view job_1', 'cloud get-job'],
  ['job cancel job_1', 'cloud cancel-job --help'],
  ['job cancle job_1', 'cloud cancel-job --help'],
  ['cancle job job_1', 'cloud cancel-job --help'],
  ['skill runn build-01 tidy', 'cloud run-skill --help'],
  ['machine renmae build-01', 'cloud rename-machine --help'],
  ['machine ls', 'cloud list-machines'],
  ['machine start', 'machine --help'],
  ['admin kye lsit', 'admin key list'],
  ['admin key craete', 'admin key create --help'],
  ['skill ls', 'cloud list-skills'],
  ['rm skill build-01', 'cloud delete-skill --help'],
  ['describe', 'cloud describe-cloud'],
  ['get', 'cloud'],
])('%s: did you mean fleet %s?', (typed, meant) => {
  proves('UI-did-you-mean');
  const { advice } = unknownCommand(typed.split(' '), IDS).facts;
  expect(advice).toBe(`Did you mean fleet ${meant}?`);
});
