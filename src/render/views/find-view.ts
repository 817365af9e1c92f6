import type { JsonObject } from '../../base/json/object.ts';
import { jobView } from './job.ts';
import { machineView } from './machine.ts';
import type { View } from './view.ts';

/** The more particular ones first. */
const VIEWS: readonly View[] = [jobView, machineView];

/** The view of a record that looks like a known one; undefined for any other. */
export function findView(record: JsonObject): View | undefined {
  return VIEWS.find((view) => view.fits(record));
}
