import { pickOne } from '../seeded-random.ts';
import type { Deployment } from './deployment.ts';
import { type Findings, type Proof, part } from './proof.ts';
import { killAtRandom } from './random-kills.ts';
import { type Answer, send } from './send.ts';
import { makeTenant, type Tenant } from './tenant.ts';

const KEYS = 1000;
const RACERS = 20;
const RETRIES = 3;
/** An organisation may report 30 in an hour, a key of it 10. */
const OF_TENANT = 24;
const OF_API_KEY = 8;

interface Tally {
  keys: number;
  wrong: number;
  different: number;
  others: number;
  notSeparate: number;
  unanswered: number;
}

/** Many report under one Idempotency-Key while servers are killed: one issue, and its copy for the others. */
export const idempotencyKey: Proof = {
  number: 4,
  title: 'Idempotency-Key',
  async prove({ deployment, random, scale }): Promise<Findings> {
    const count = part(KEYS, scale, 2);
    const tally: Tally = {
      keys: 0,
      wrong: 0,
      different: 0,
      others: 0,
      notSeparate: 0,
      unanswered: 0,
    };
    let rows = 0;
    let kills = 0;
    while (tally.keys < count) {
      const tenant = await makeTenant(deployment, { calls: 3000 });
      const most = Math.min(OF_TENANT, count - tally.keys);
      const killing = killAtRandom(deployment, random, {
        kills: Math.ceil(most / 8),
        everyMs: [20, 250],
      });
      const reporters = Array.from({ length: most / OF_API_KEY }, () => tenant.key(550));
      for (let at = 0; at < most; at += 1) {
        const bearer = reporters[Math.floor(at / OF_API_KEY)] ?? tenant.key(550);
        await report(deployment, { bearer, text: `key-${at}`, tally, random });
        tally.keys += 1;
      }
      await killing.stop();
      kills += killing.readyMs.length;
      await underAnotherKey(deployment, tenant, { tally, random });
      rows += Math.abs((await issuesOf(deployment, tenant)) - most - 1);
    }
    return {
      done: [
        `${tally.keys} keys, ${RACERS} reports at once of each with bodies of their own and ` +
          `${RETRIES} retries, ${kills} kills; ${tally.unanswered} requests without an answer.`,
      ],
      figures: [
        { name: 'keys with more than one 201', value: tally.wrong, limit: { atMost: 0 } },
        {
          name: 'answers with another issue than the first',
          value: tally.different,
          limit: { atMost: 0 },
        },
        { name: 'answers other than 201, 200 and 503', value: tally.others, limit: { atMost: 0 } },
        { name: 'issues too many or too few', value: rows, limit: { atMost: 0 } },
        {
          name: 'same text of another key not separate',
          value: tally.notSeparate,
          limit: { atMost: 0 },
        },
      ],
    };
  },
};

interface Report {
  readonly bearer: string;
  readonly text: string;
  readonly tally: Tally;
  readonly random: () => number;
}

async function report({ servers }: Deployment, asked: Report): Promise<void> {
  const { random, tally } = asked;
  const once = (title: string) => reportOnce(pickOne(random, servers).baseUrl, asked, title);
  const racing = await Promise.all(Array.from({ length: RACERS }, (_, at) => once(`racer ${at}`)));
  const answers = [...racing];
  while (answers.length < RACERS + RETRIES) answers.push(await once('again'));
  // What every server was too busy being killed for is asked until it is answered.
  while (answers.at(-1)?.status !== 200) answers.push(await once('again'));
  const given = answers.filter((answer) => answer !== undefined);
  tally.unanswered += answers.length - given.length;
  const good = given.filter(({ status }) => status === 200 || status === 201);
  if (good.filter(({ status }) => status === 201).length > 1) tally.wrong += 1;
  if (new Set(good.map(issueText)).size > 1) tally.different += 1;
  tally.others += given.filter(({ status }) => ![200, 201, 503].includes(status)).length;
}

function reportOnce(
  baseUrl: string,
  { bearer, text }: Pick<Report, 'bearer' | 'text'>,
  title: string,
): Promise<Answer | undefined> {
  const headers = { 'idempotency-key': text };
  return send(baseUrl, { path: '/api/v1/issues', bearer, headers, body: { title } });
}

/** The issue whatever server gave it; its links lead to the one that was asked. */
function issueText({ body }: Answer): string {
  return JSON.stringify(body).replaceAll(/127\.0\.0\.1:\d+/g, 'server');
}

async function underAnotherKey(
  { servers }: Deployment,
  tenant: Tenant,
  { random, tally }: Pick<Report, 'tally' | 'random'>,
): Promise<void> {
  const { baseUrl } = pickOne(random, servers);
  const answer = await reportOnce(baseUrl, { bearer: tenant.key(550), text: 'key-0' }, 'mine');
  if (answer?.status !== 201) tally.notSeparate += 1;
}

async function issuesOf({ sql }: Deployment, { organisation }: Tenant): Promise<number> {
  const [row] = await sql(`select count(*) as n from issues where organisation = ${organisation}`);
  return row.n;
}
