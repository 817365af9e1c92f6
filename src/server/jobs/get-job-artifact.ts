import { z } from 'zod';
import { cutUtf8 } from '../../base/text/utf8.ts';
import { ARTIFACT_BYTES_MAX, WAITS } from '../../contract/limits.ts';
import { ARTIFACTS, type ArtifactName } from '../../contract/record/job.ts';
import { jobId, waitSeconds } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { count, id } from '../catalogue/record-fields.ts';
import { awaitCommand } from '../commands/await-command.ts';
import { commandResponses } from '../commands/command-record.ts';
import {
  MACHINE_REFUSALS,
  readCommandResult,
  responseWithoutResult,
} from '../commands/command-response.ts';
import { queueCommand } from '../commands/queue-command.ts';
import { BODIES } from '../commands/withheld-result.ts';
import { formatId } from '../database/row-id.ts';
import type { CommandRow } from '../database/schema.ts';
import { keepsBodies } from '../organisation/keeps-bodies.ts';
import { Refusal } from '../refusal.ts';
import { machineOfJob, resolveJob } from './resolve-job.ts';

const FILE_MEMBERS = { content: z.string(), bytes: count, truncated: z.boolean() };

const about = { job: id('job'), artifact: z.enum(ARTIFACTS) };
const file = z.strictObject({
  ...about,
  withheld: z.literal(false),
  ...FILE_MEMBERS,
  command_id: id('cmd'),
});
const withheldFile = z.strictObject({ ...about, withheld: z.literal(true), content: z.null() });

export const getJobArtifact = defineOperation({
  name: 'get_job_artifact',
  description:
    'Fetches one file of a job from its machine, up to 256 KiB: the end of stdout and stderr, the start of the others.',
  scope: 'fleet:run',
  class: 'read',
  input: z.strictObject({
    job: jobId(),
    artifact: z.enum(ARTIFACTS).describe('Which file.'),
    wait_seconds: waitSeconds(WAITS.get_job_artifact),
  }),
  responses: commandResponses(z.union([file, withheldFile])),
  refusals: [...MACHINE_REFUSALS, 'ambiguous_job', 'revoked'],
  async run(call, { job: named, artifact, wait_seconds }) {
    const job = await resolveJob(call, named);
    const about = { job: formatId('job', job.id), artifact };
    const withheld = { body: { ...about, withheld: true, content: null } };
    const isBody = BODIES.includes(artifact);
    if (isBody && !(await keepsBodies(call))) return withheld;
    if (job.machine_job_id === null) {
      throw new Refusal('not_found', 'The job has not begun on its machine; it has no files yet.');
    }
    const queued = await queueCommand(call, {
      machine: await machineOfJob(call, job),
      type: 'job.artifact',
      args: { machine_job_id: job.machine_job_id, artifact },
      job,
      audit: 'command.job.artifact',
      subject: { kind: 'artifact', name: artifact },
    });
    const command = await awaitCommand(call, queued, wait_seconds);
    const unfinished = responseWithoutResult(command);
    if (unfinished) return unfinished;
    // The organisation may have stopped keeping bodies while the file was on its way.
    if (isBody && !(await keepsBodies(call))) return withheld;
    return { body: { ...about, ...contentOf(command, artifact) } };
  },
});

function contentOf(command: CommandRow, artifact: ArtifactName) {
  const result = readCommandResult(command, FILE_MEMBERS);
  const { content, cut } = cutArtifact(result.content ?? '', artifact);
  return {
    withheld: false,
    content,
    bytes: result.bytes ?? Buffer.byteLength(content),
    truncated: (result.truncated ?? false) || cut,
    command_id: formatId('cmd', command.id),
  };
}

/** At most 256 KiB of a file, whatever its machine sent: the end of stdout and stderr, else the start. */
function cutArtifact(content: string, artifact: ArtifactName) {
  const bytes = Buffer.from(content);
  if (bytes.length <= ARTIFACT_BYTES_MAX) return { content, cut: false };
  const keep = artifact === 'stdout' || artifact === 'stderr' ? 'end' : 'start';
  return { content: cutUtf8(bytes, keep, ARTIFACT_BYTES_MAX).toString(), cut: true };
}
