import { CLASS_OF_OPERATION } from '../../contract/operation-class.ts';

/** What people call an operation who know other programs. */
const HABITS: Readonly<Record<string, string>> = {
  delete_machine: 'disconnect_machine',
  remove_machine: 'disconnect_machine',
  unpair_machine: 'disconnect_machine',
  create_skill: 'save_skill',
  edit_skill: 'save_skill',
  update_skill: 'save_skill',
  remove_skill: 'delete_skill',
  start_skill: 'run_skill',
  start_job: 'run_skill',
  stop_job: 'cancel_job',
  delete_job: 'cancel_job',
  kill_job: 'cancel_job',
};

/** The operation that somebody means by this name, which no operation has; undefined for any other name. */
export function operationByHabit(typed: string): string | undefined {
  const name = typed.replaceAll('-', '_');
  const meant = Object.hasOwn(HABITS, name) ? HABITS[name] : undefined;
  return meant !== undefined && Object.hasOwn(CLASS_OF_OPERATION, meant) ? meant : undefined;
}
