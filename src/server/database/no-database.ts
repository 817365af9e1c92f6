import { Failure } from '../../contract/failure.ts';

/** No server has started on this database yet; `place` names it. */
export function noDatabase(place: string): Failure {
  return new Failure('not_found', {
    code: 'no_database',
    title: 'No server has started there yet',
    detail: `${place} has no database of a server.`,
    next: [{ step: 'start_server' }],
  });
}
