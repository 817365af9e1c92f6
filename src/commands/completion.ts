import * as Args from '@oclif/core/args';
import { FleetCommand } from './fleet-command.ts';

const SCRIPTS: Readonly<Record<string, string>> = {
  // bash breaks words at = and :, and replaces only what stands behind the last of these.
  bash: `_fleet() {
  local IFS=$'\\n' rest=$COMP_LINE start= word
  local -a words=()
  for word in "\${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    if [[ \${#words[@]} -gt 0 && $rest != [[:space:]]* ]]; then
      start=\${words[\${#words[@]}-1]}
      words[\${#words[@]}-1]+=$word
    else
      start=
      words+=("$word")
    fi
    rest=\${rest#*"$word"}
  done
  [[ $word == *[!=:]* ]] || start=\${words[\${#words[@]}-1]}
  COMPREPLY=($(fleet __complete "\${words[@]:1}" 2>/dev/null | cut -f1))
  COMPREPLY=("\${COMPREPLY[@]#"$start"}")
}
complete -o default -F _fleet fleet
`,
  zsh: `#compdef fleet
_fleet() {
  local -a lines items
  local line about
  lines=(\${(f)"$(fleet __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  for line in $lines; do
    about=\${line#*$'\\t'}
    items+=("\${\${line%%$'\\t'*}//:/\\\\:}\${about:+:$about}")
  done
  if (( $#items )); then
    _describe fleet items
  else
    compset -P '--*='
    _files
  fi
}
if [[ \${funcstack[1]} = _fleet ]]; then _fleet "$@"; else compdef _fleet fleet; fi
`,
  fish: `function __fleet_complete
  fleet __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null
end
complete -c fleet -f -a '(__fleet_complete)'
complete -c fleet -F -n 'not count (__fleet_complete) >/dev/null'
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName fleet -ScriptBlock {
  param($word, $ast, $cursor)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($word -eq '') { $words += ' ' }
  fleet __complete @words 2>$null | ForEach-Object {
    $value, $about = $_ -split "\`t", 2
    if (-not $about) { $about = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
  }
}
`,
};

export default class Completion extends FleetCommand {
  static override readonly summary = 'Print the completion script of a shell.';
  static override readonly examples = [
    'source <(fleet completion bash)',
    `fleet completion zsh > "\${fpath[1]}/_fleet"`,
    'fleet completion fish > ~/.config/fish/completions/fleet.fish',
  ];
  static override readonly args = {
    shell: Args.string({
      required: true,
      ignoreStdin: true,
      description: Object.keys(SCRIPTS).join(', '),
      options: Object.keys(SCRIPTS),
    }),
  };

  async run(): Promise<void> {
    const { args } = await this.read();
    const shell: string = args['shell'];
    await this.runtime.stdout.write(SCRIPTS[shell] ?? '');
  }
}
