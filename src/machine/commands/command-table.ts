import type { AnyCommand } from '../../contract/command-type.ts';
import { configGet } from './config-get.ts';
import { configPatch } from './config-patch.ts';
import type { MachineCommand } from './define-command.ts';
import { deliveryList } from './delivery-list.ts';
import { deliveryReplay } from './delivery-replay.ts';
import { exposeStatus } from './expose-status.ts';
import { healthGet } from './health-get.ts';
import { jobAnswer } from './job-answer.ts';
import { jobArtifact } from './job-artifact.ts';
import { jobCancel } from './job-cancel.ts';
import { jobList } from './job-list.ts';
import { jobReplay } from './job-replay.ts';
import { jobRun } from './job-run.ts';
import { jobWatch } from './job-watch.ts';
import { logsTail } from './logs-tail.ts';
import { ping } from './ping.ts';
import { runnersGet } from './runners-get.ts';
import { scheduleRun } from './schedule-run.ts';
import { schedulesList } from './schedules-list.ts';
import { secretGenerate } from './secret-generate.ts';
import { secretList } from './secret-list.ts';
import { serviceRestart } from './service-restart.ts';
import { serviceStatus } from './service-status.ts';
import { skillDelete } from './skill-delete.ts';
import { skillGet } from './skill-get.ts';
import { skillSave } from './skill-save.ts';
import { skillTest } from './skill-test-run.ts';
import { statsGet } from './stats-get.ts';
import { updateCheck, updateInstall } from './update.ts';

/** The implementation of every command type of the protocol. */
export const COMMANDS: Readonly<Record<AnyCommand, MachineCommand>> = {
  ping: ping,
  'health.get': healthGet,
  'runners.get': runnersGet,
  'logs.tail': logsTail,
  'config.get': configGet,
  'config.patch': configPatch,
  'service.status': serviceStatus,
  'service.restart': serviceRestart,
  'update.check': updateCheck,
  'update.install': updateInstall,
  'schedules.list': schedulesList,
  'schedule.run': scheduleRun,
  'stats.get': statsGet,
  'secret.list': secretList,
  'expose.status': exposeStatus,
  'job.list': jobList,
  'delivery.list': deliveryList,
  'job.run': jobRun,
  'job.answer': jobAnswer,
  'job.cancel': jobCancel,
  'job.artifact': jobArtifact,
  'job.replay': jobReplay,
  'job.watch': jobWatch,
  'skill.test': skillTest,
  'delivery.replay': deliveryReplay,
  'secret.generate': secretGenerate,
  'skill.get': skillGet,
  'skill.save': skillSave,
  'skill.delete': skillDelete,
};
