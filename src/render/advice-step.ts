import type { AdviceStep, SecretStep, ServingStep, SkillStep } from '../contract/advice-step.ts';
import type { FailureFacts } from '../contract/failure.ts';
import { AUDIT_LOG } from '../contract/look-up.ts';
import { databaseWords } from './database-words.ts';
import { serviceCommand } from './service-command.ts';
import { textBeginning } from './text-beginning.ts';

/** What a person can do after a failure, one sentence a line; undefined where nothing is known. */
export function adviceOf({ advice, next = [] }: FailureFacts): string | undefined {
  const lines = [...(advice === undefined ? [] : [advice]), ...next.map(adviceStepText)];
  return lines.length === 0 ? undefined : lines.join('\n');
}

function followText({ id, isQueued, kind }: Extract<AdviceStep, { step: 'follow' }>): string {
  const word = isPlainWord(id) ? id : 'ID';
  const command = kind === 'job' ? `job follow ${word}` : `cloud get-command ${word} --follow`;
  const what = kind === 'unknown' ? 'It' : `The ${kind}`;
  const stands = isQueued === true ? 'waits for its machine to collect it' : 'is still in progress';
  return `${what} ${stands}. Follow it with \`${serviceCommand(command)}\`.`;
}

/** The words for one step: the command or the flag to use. */
export function adviceStepText(step: AdviceStep): string {
  switch (step.step) {
    case 'give_key':
      return (
        'Log in with fleet auth login; or set FLEET_API_KEY, or FLEET_API_KEY_FILE to the path of a ' +
        'file that holds the key.'
      );
    case 'check_key':
      return 'variable' in step.from
        ? `The key is from ${step.from.variable}: put a valid one there, or unset it to use the one of fleet auth login.`
        : `The key is that of the profile ${step.from.profile}. Log in again: fleet auth login --profile ${step.from.profile}`;
    case 'give_base_url':
      return 'Give --base-url https://…, or set FLEET_BASE_URL, or log in with fleet auth login.';
    case 'use_base_url':
      return `Add --base-url ${step.baseUrl}, with the key that was used for the request.`;
    case 'log_in_again':
      return `Log in again: fleet auth login --profile ${step.profile}`;
    case 'log_in_to_origin':
      return `Set FLEET_API_KEY, or log in there with a profile of its own: fleet auth login --profile NAME --base-url ${step.origin}`;
    case 'create_profile':
      return `Log in: fleet auth login --profile ${step.profile} --base-url https://…`;
    case 'choose_profile':
      return `There are the profiles ${step.profiles.join(', ')}: choose one with --profile, FLEET_PROFILE or fleet auth switch.`;
    case 'unlock_keychain':
      return (
        'Unlock it; or set FLEET_API_KEY or FLEET_API_KEY_FILE; or log in with fleet auth login ' +
        '--store file.'
      );
    case 'allow_more_time':
      return 'Allow more time with --timeout.';
    case 'look_up_action':
      return lookUpText(step);
    case 'follow':
      return followText(step);
    case 'answer': {
      const id = isPlainWord(step.job) ? step.job : 'ID';
      const word = textBeginning(step.question ?? '');
      const flag = word === undefined ? '' : ` --match-question ${word}`;
      return `A person is needed. Answer with \`${serviceCommand(`job answer ${id}${flag}`)}\`.`;
    }
    case 'resume_edit':
    case 'name_skill_folder':
      return skillStepText(step);
    case 'overwrite_file':
      return 'Replace it with --overwrite.';
    case 'allow_public_address':
    case 'choose_listen_address':
    case 'choose_data_folder':
    case 'check_database':
    case 'start_server':
    case 'make_plan_room':
      return servingStepText(step);
    case 'select_with_query':
      return 'Use --query to select one, with -o raw.';
    case 'print_in_pieces':
      return 'Choose -o jsonl, which prints each row when it comes, or set --max-rows.';
    case 'choose_columns':
      return 'Name those that are wanted with --columns, or choose -o jsonl.';
    case 'create_configuration':
      return 'Install and start it once, or create the file with --create; --print shows what goes into it.';
    case 'replace_entry':
      return 'Choose another name with --name, or replace the entry with --overwrite.';
    case 'print_entry':
      return 'Add by hand what --print shows.';
    default:
      return secretStepText(step);
  }
}

function servingStepText(step: ServingStep): string {
  switch (step.step) {
    case 'allow_public_address':
      return 'Listen on 127.0.0.1, or add --public.';
    case 'choose_listen_address':
      return 'Choose another address with --listen HOST:PORT; port 0 picks a free one.';
    case 'choose_data_folder':
      return 'Stop it, or give --data another folder.';
    case 'check_database':
      return 'Check --database, FLEET_DATABASE_URL and the PG… variables, that it runs, and that its max_connections are not used up.';
    case 'start_server':
      return `Name the one that is meant, or start a server on this one: fleet serve${databaseWords(step.on)}`;
    case 'make_plan_room':
      return `Make room, or change the plan: fleet admin plan set --plan NAME${databaseWords(step.on)}`;
  }
}

function skillStepText(step: SkillStep): string {
  if (step.step === 'name_skill_folder') {
    return 'Name it with --dir; in it each skill is a folder with a SKILL.md.';
  }
  const machine = isPlainWord(step.machine) ? step.machine : 'MACHINE';
  return `What you wrote is kept in ${step.path}. Go on with it: ${serviceCommand(`skill edit ${machine} ${step.skill}`)}`;
}

/** Elsewhere than in the audit log a person knows it by what it is about. */
function lookUpText({
  by,
  idempotencyKey: key,
  isRepeated,
  requestId,
}: Extract<AdviceStep, { step: 'look_up_action' }>): string {
  const scope = by === AUDIT_LOG ? ', for which the key needs fleet:admin' : '';
  const again = isRepeated === true ? 'sent again with the same Idempotency-Key' : 'not sent again';
  const repeat =
    key === undefined
      ? ''
      : ` \`${serviceCommand(`api POST /api/v1/issues --idempotency-key ${key} --input JSON`)}\` repeats it without a second one.`;
  return (
    `It may have run and was ${again}. Before repeating it, look it up with ` +
    `\`${serviceCommand(`cloud ${by.replaceAll('_', '-')}`)}\` (request id ${requestId})${scope}.${repeat}`
  );
}

function secretStepText(step: SecretStep): string {
  switch (step.step) {
    case 'list_secrets':
      return 'See fleet secret list.';
    case 'ask_machine_by_id': {
      const machine = isPlainWord(step.machine) ? step.machine : 'ID';
      return `Ask it with: ${serviceCommand(`secret new ${machine} ${step.name}`)}`;
    }
    case 'replace_secret': {
      const machine = isPlainWord(step.machine) ? step.machine : 'MACHINE';
      return `Replace it with: ${serviceCommand(`secret new ${machine} ${step.name} --force`)}`;
    }
    case 'discard_secret':
      return `Discard it with: fleet secret discard ${step.id}`;
    case 'resume_secret':
      return `Continue with: ${serviceCommand(`secret resume ${step.id}${step.intoFile ? ' --file PATH' : ''}`)}`;
    case 'deliver_again':
      return `If it did not arrive, name a new sink: ${serviceCommand(`secret resume ${step.id} --file PATH`)}`;
  }
}

/** Whether a shell reads it as one word, and we as no flag; anything else is not repeated in a command to copy. */
export function isPlainWord(text: string): boolean {
  return /^[\w.:][\w.:-]*$/.test(text);
}
