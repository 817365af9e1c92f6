import type { Environment } from '../base/environment.ts';

/**
 * Whether this program runs in a job of GitHub Actions, Azure Pipelines or TeamCity, whose runners do
 * what they find in its output: set variables and paths of the steps that follow, upload files.
 */
export function actsOnOutput(environment: Environment): boolean {
  if (environment['GITHUB_ACTIONS'] === 'true') return true;
  return [environment['TF_BUILD'], environment['TEAMCITY_VERSION']].some(Boolean);
}
