/**
 * What a person can do after a failure, as facts. The lower folders say only which step helps;
 * `render/advice-step.ts` has the words with the commands and flags.
 */
export type AdviceStep =
  | { readonly step: 'give_key' }
  /** The service refused the key that is from there. */
  | { readonly step: 'check_key'; readonly from: KeyOrigin }
  | { readonly step: 'give_base_url' }
  | { readonly step: 'use_base_url'; readonly baseUrl: string }
  | { readonly step: 'log_in_again'; readonly profile: string }
  | { readonly step: 'log_in_to_origin'; readonly origin: string }
  | { readonly step: 'create_profile'; readonly profile: string }
  /** There are profiles, and none of them was meant. */
  | { readonly step: 'choose_profile'; readonly profiles: readonly string[] }
  | { readonly step: 'unlock_keychain' }
  | { readonly step: 'allow_more_time' }
  | {
      readonly step: 'look_up_action';
      readonly requestId: string;
      /** The operation that shows whether it ran. */
      readonly by: string;
      /** Of an action that the service makes once for each; it is a report. */
      readonly idempotencyKey?: string;
      /** Whether it was sent again, with that key. */
      readonly isRepeated?: boolean;
    }
  | {
      readonly step: 'follow';
      readonly kind: 'job' | 'command' | 'unknown';
      readonly id: string;
      /** Its machine has not collected it. */
      readonly isQueued?: boolean;
    }
  /** A job waits for a person, and asks this. */
  | { readonly step: 'answer'; readonly job: string; readonly question?: string | undefined }
  | { readonly step: 'overwrite_file' }
  /** The response has no name to print; a query selects what to print instead. */
  | { readonly step: 'select_with_query' }
  /** A list is too long for what asks all of it. */
  | { readonly step: 'print_in_pieces' }
  /** The rows have more members than a table can have columns. */
  | { readonly step: 'choose_columns' }
  | AssistantStep
  | SecretStep
  | ServingStep
  | SkillStep;

/** Where a key was found: a variable of the environment, or a profile. */
export type KeyOrigin =
  | { readonly variable: 'FLEET_API_KEY' | 'FLEET_API_KEY_FILE' }
  | { readonly profile: string };

/** A step about one entry of the journal of secrets. */
export type SecretStep =
  | { readonly step: 'list_secrets' }
  | { readonly step: 'ask_machine_by_id'; readonly machine: string; readonly name: string }
  | { readonly step: 'replace_secret'; readonly machine: string; readonly name: string }
  | { readonly step: 'discard_secret'; readonly id: string }
  /** `intoFile`: the sink has to be named again, and a file takes every value. */
  | { readonly step: 'resume_secret'; readonly id: string; readonly intoFile: boolean }
  /** As `resume_secret`, only where a person knows that the value did not arrive. */
  | { readonly step: 'deliver_again'; readonly id: string };

/** A step about what a program of ours listens on and where it keeps its data. */
export type ServingStep =
  /** A program of ours is to listen on an address that other computers reach. */
  | { readonly step: 'allow_public_address' }
  | { readonly step: 'choose_listen_address' }
  /** The server is to use another folder or database, or the one it has is to be put right. */
  | { readonly step: 'choose_data_folder' }
  | { readonly step: 'check_database' }
  | DatabaseStep;

/** A step whose command works on the same database as the one that failed. */
interface DatabaseStep {
  /** No server has started on it yet, or the plan has no room. */
  readonly step: 'start_server' | 'make_plan_room';
  readonly on?: DatabaseFlags;
}

/** Which database was named, as it was typed. */
export interface DatabaseFlags {
  readonly data?: string | undefined;
  readonly database?: string | undefined;
}

/** A step about skills and the folder that they lie in. */
export type SkillStep =
  | { readonly step: 'name_skill_folder' }
  /** A text that was not saved is kept in this file, and an edit of the skill goes on with it. */
  | {
      readonly step: 'resume_edit';
      readonly machine: string;
      readonly skill: string;
      readonly path: string;
    };

/** A step about the entry of the bridge in the configuration of an assistant. */
type AssistantStep =
  | { readonly step: 'create_configuration' }
  | { readonly step: 'replace_entry' }
  /** The person adds the entry to the file. */
  | { readonly step: 'print_entry' };
