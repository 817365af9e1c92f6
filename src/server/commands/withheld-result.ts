import type { ServiceCommandArgs } from '../../contract/command-args.ts';
import type { ArtifactName } from '../../contract/record/job.ts';
import type { CommandRow } from '../database/schema.ts';

/** Files with what a sender wrote: withheld from an organisation that keeps no bodies. */
export const BODIES: readonly ArtifactName[] = ['payload', 'event', 'prompt'];

type ArtifactCommand = Pick<CommandRow, 'type' | 'args'>;

/** Whether a command asks for a file with what a sender wrote. */
export function isBodyRequest(command: ArtifactCommand): boolean {
  return command.type === 'job.artifact' && BODIES.includes(artifactOf(command));
}

/** What is shown in place of such a file. */
export function withheldResult(command: ArtifactCommand) {
  return { artifact: artifactOf(command), withheld: true, content: null };
}

function artifactOf({ args }: ArtifactCommand): ArtifactName {
  return (JSON.parse(args) as ServiceCommandArgs['job.artifact']).artifact;
}
