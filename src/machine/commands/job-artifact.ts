import { z } from 'zod';
import type { ServiceCommandResults } from '../../contract/command-args.ts';
import { ARTIFACT_BYTES_MAX } from '../../contract/limits.ts';
import { ARTIFACTS } from '../../contract/record/job.ts';
import { CUT_SECRET_BYTES_MAX, truncateText } from '../jobs/truncate-text.ts';
import { MachineError } from '../machine-error.ts';
import { defineCommand } from './define-command.ts';

/** One file of a job: the end of stdout and stderr, the start of the others, 256 KiB at most. */
export const jobArtifact = defineCommand({
  type: 'job.artifact',
  args: z.strictObject({ machine_job_id: z.string().max(200), artifact: z.enum(ARTIFACTS) }),
  async run(machine, args): Promise<ServiceCommandResults['job.artifact']> {
    const { machine_job_id: id, artifact } = args;
    if (machine.store.get(id) === undefined) {
      throw new MachineError('unknown_job', `the machine has no job ${id}`);
    }
    const keep = artifact === 'stdout' || artifact === 'stderr' ? 'end' : 'start';
    const files = machine.store.files(id);
    // A file of a job that runs is not scrubbed yet, and of a secret that the cut goes through a part would be left.
    const { content, bytes } = await files.slice(
      artifact,
      keep,
      ARTIFACT_BYTES_MAX + CUT_SECRET_BYTES_MAX,
    );
    const dropped = bytes > content.length ? CUT_SECRET_BYTES_MAX : 0;
    const scrub = await machine.secrets.scrub();
    const text = truncateText(content, { keep, bytesMax: ARTIFACT_BYTES_MAX, dropped, scrub });
    return {
      artifact,
      content: text.content,
      bytes,
      truncated: text.cut || bytes > content.length,
    };
  },
});
