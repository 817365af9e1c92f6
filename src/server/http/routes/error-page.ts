import { Refusal } from '../../refusal.ts';
import { EXPLAINED_CODES, type ExplainedCode, explainCode } from '../error-pages/explain-code.ts';
import { htmlIndex, htmlPage, PAGE_POLICY } from '../error-pages/html-page.ts';
import { textIndex, textPage } from '../error-pages/text-page.ts';
import { preferredType } from '../preferred-type.ts';
import { ERROR_PAGE_PATH } from '../problem.ts';
import type { Route, RouteRequest, RouteResponse } from '../route.ts';

/**
 * `GET /errors/{code}`, what the `type` of a problem links to, and `GET /errors`, which lists the
 * codes: HTML, text or JSON, as `Accept` asks. They need no key.
 */
export function errorPageRoutes(): readonly Route[] {
  return [
    {
      method: 'GET',
      path: ERROR_PAGE_PATH,
      door: 'page',
      async handle({ headers }) {
        const codes = EXPLAINED_CODES.flatMap((code) => explainCode(code) ?? []);
        return inForm(headers, {
          'application/json': () => ({
            codes: codes.map(({ code, status, title }) => ({ code, status, title })),
          }),
          'text/html': () => htmlIndex(codes),
          'text/plain': () => textIndex(codes),
        });
      },
    },
    {
      method: 'GET',
      path: `${ERROR_PAGE_PATH}/{code}`,
      door: 'page',
      async handle({ headers, params }) {
        const explained = explain(params['code'] ?? '');
        return inForm(headers, {
          'application/json': () => {
            const { whatToDo, ...rest } = explained;
            return { ...rest, what_to_do: whatToDo };
          },
          'text/html': () => htmlPage(explained),
          'text/plain': () => textPage(explained),
        });
      },
    },
  ];
}

function explain(code: string): ExplainedCode {
  const explained = explainCode(code);
  if (explained !== undefined) return explained;
  throw new Refusal('not_found', `There is no code ${JSON.stringify(code.slice(0, 60))}.`);
}

interface Forms {
  readonly 'application/json': () => object;
  readonly 'text/html': () => string;
  readonly 'text/plain': () => string;
}

function inForm(headers: RouteRequest['headers'], forms: Forms): RouteResponse {
  const type = preferredType(headers['accept'], ['application/json', 'text/html', 'text/plain']);
  const body = forms[type]();
  const shared = { vary: 'accept', 'cache-control': 'public, max-age=300' };
  if (type === 'application/json') return { headers: shared, body };
  const policy = type === 'text/html' ? { 'content-security-policy': PAGE_POLICY } : {};
  return { headers: { ...shared, ...policy, 'content-type': `${type}; charset=utf-8` }, body };
}
