/** What an assistant that speaks MCP is told of a call that was stopped: some tell their model that it did not run. */
export const CANCELLED_CALL =
  'Cancelling a call ends the waiting only, also where it reads "rejected", "aborted" or "interrupted" then: the job may go on, so look with list_jobs before you call the tool again.';
