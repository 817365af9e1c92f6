import { twoColumns, wrapped } from '../../terminal/wrap.ts';
import { TextCommand } from './text-command.ts';

const FORMS: readonly (readonly [string, string])[] = [
  ['--limit 5', 'text as it is; whole numbers and numbers strictly'],
  ['--force, --no-force', 'true, false'],
  ['--options a --options b', 'a list: the flag once for each item'],
  ['--args.lines 50', 'a member of an object; --args JSON gives it whole'],
  ['--headers X-Id=1', 'a member of an object of strings'],
  ['--payload JSON', 'any JSON'],
  ['--payload=@file, =@-', 'from a file or stdin, where JSON or long text is taken'],
  ['--payload=@@text', 'a text that begins with @'],
  ['--arg name=text', 'any member of the input, as text'],
  ['--arg name:=JSON', 'any member of the input, as JSON'],
  ['--input=@file', 'the whole input; flags override its members'],
];

const RULES = [
  'A flag is the name of a member in kebab-case. What names the thing that is meant (machine, job, ' +
    'skill …) may also be given as an argument.',
  'Values are checked against the schema before anything is sent; --no-validate leaves that to the ' +
    'service. A default is shown and never sent.',
  "'@last' in the place of a job, command, delivery or alert is the newest one in the answers that " +
    'this profile got, and at a terminal a unique beginning of an id is enough. What acts on it asks a ' +
    'person first, also with --yes.',
  'stdin is read only where @- is written, and by one flag only.',
];

export default class HelpInput extends TextCommand {
  static override readonly summary = "How an operation's input is given.";

  protected text(width: number): string {
    const forms = twoColumns(FORMS, { width, nameMax: 24 });
    return [...forms, '', ...RULES.flatMap((rule) => wrapped(rule, width))].join('\n');
  }
}
