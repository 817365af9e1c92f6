import * as Args from '@oclif/core/args';
import { Failure, usageFailure } from '../../contract/failure.ts';
import { failedClaim } from '../../flow/secret/claim-failure.ts';
import { isOver } from '../../flow/secret/entry-state.ts';
import type { Journal } from '../../flow/secret/journal.ts';
import { resumeSecret } from '../../flow/secret/resume-secret.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { CollectCommand } from './collect-command.ts';
import { type OpenJournal, openJournal } from './open-journal.ts';
import { tellOfReplaced } from './replaced-line.ts';
import { COLLECT_FLAGS } from './sink-flags.ts';

export default class SecretResume extends CollectCommand {
  static override readonly summary = 'Continue with a requested secret that was not collected yet.';
  static override readonly description =
    'A file or env file is finished as it was begun, and gets the value exactly once. stdout and a ' +
    'command have to be given again. Nothing is asked of the machine again.';
  static override readonly examples = [
    'fleet secret resume',
    'fleet secret resume k3f9q2mzt7ab --file ./deploy-secret',
  ];
  static override readonly args = {
    id: Args.string({
      required: false,
      ignoreStdin: true,
      description:
        'Id of the entry or of its command (fleet secret list); the only one where left out.',
    }),
  };
  static override readonly flags = oclifFlags(COLLECT_FLAGS);

  async run(): Promise<void> {
    const { args, flags, sink } = await this.readWithSink();
    const named: string | undefined = args['id'];
    const opened = await openJournal(this.runtime, (journal) => onlyId(journal, named), named);
    const id = await entryMeant(opened, named);
    await this.collect(opened, { flags, choice: sink }, async (context, environment, around) => {
      const made = await resumeSecret(context, { id, sink }, environment);
      const { asking, wasAsked } = around;
      const isAgreed = wasAsked();
      await tellOfReplaced(made, { asking, flags, isAgreed, terminal: this.runtime });
      return made;
    });
  }
}

/** The service says whether that one is over: this computer's clock may have jumped. */
async function onlyId(journal: Journal, named: string | undefined): Promise<string | undefined> {
  if (named !== undefined) return journal.idOf(named);
  const [first, ...others] = await journal.ids();
  return others.length === 0 ? first : undefined;
}

/** The entry that was named, or the only one. Throws `Failure`, also for one that has just expired. */
async function entryMeant(
  { expired, journal }: OpenJournal,
  named: string | undefined,
): Promise<string> {
  const found = named === undefined ? await journal.list() : [];
  const listed = found.filter(({ entry }) => entry === undefined || !isOver(entry.state));
  const [first, ...others] = listed;
  if (others.length > 0) {
    const ids = listed.map(({ id }) => id).join(', ');
    throw usageFailure('Several secrets wait', `Say which: ${ids}.`, 'See fleet secret list.');
  }
  const gone = expired.find(
    ({ commandId, id }) => named === undefined || id === named || commandId === named,
  );
  if (first === undefined && gone !== undefined) {
    throw failedClaim(gone, { state: 'expired', error: undefined, offline: false }).failure;
  }
  const id = named === undefined ? first?.id : await journal.idOf(named);
  if (id !== undefined) return id;
  throw new Failure('not_found', {
    code: 'unknown_secret_request',
    title: 'No secret waits',
    detail: 'The journal has no entry to continue with.',
  });
}
