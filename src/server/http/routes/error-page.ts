import { PROBLEMS, type ProblemCode } from '../../../contract/problem.ts';
import { Refusal } from '../../refusal.ts';
import { ERROR_PAGE_PATH } from '../problem.ts';
import type { Route } from '../route.ts';

/** `GET /errors/{code}`: what the `type` of a problem links to. Needs no key. */
export function errorPageRoute(): Route {
  return {
    method: 'GET',
    path: `${ERROR_PAGE_PATH}/{code}`,
    async handle({ params }) {
      const code = params['code'] ?? '';
      if (!isCode(code))
        throw new Refusal('not_found', `There is no code ${JSON.stringify(code)}.`);
      const { status, title } = PROBLEMS[code];
      return { body: { code, status, title } };
    },
  };
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}
