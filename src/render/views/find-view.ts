import type { JsonObject } from '../../base/json/object.ts';
import { alertView } from './alert.ts';
import { answerView } from './answer.ts';
import { auditEntryView } from './audit-entry.ts';
import { channelView } from './channel.ts';
import { commandView } from './command.ts';
import { deliveryView } from './delivery.ts';
import { issueView } from './issue.ts';
import { jobView } from './job.ts';
import { machineView } from './machine.ts';
import { memberView } from './member-view.ts';
import { overviewView, statusView } from './overview.ts';
import { pendingView } from './pending.ts';
import { planView } from './plan.ts';
import { skillView } from './skill.ts';
import { statisticsView } from './statistics.ts';
import type { View } from './view.ts';

/** The more particular ones first. */
const VIEWS: readonly View[] = [
  overviewView,
  statusView,
  statisticsView,
  deliveryView,
  answerView,
  alertView,
  commandView,
  jobView,
  machineView,
  skillView,
  channelView,
  memberView,
  planView,
  issueView,
  auditEntryView,
  pendingView,
];

/** The view of a record that looks like a known one; undefined for any other. */
export function findView(record: JsonObject): View | undefined {
  return VIEWS.find((view) => view.fits(record));
}
