import * as Args from '@oclif/core/args';
import { FleetCommand } from './fleet-command.ts';

const SCRIPTS: Readonly<Record<string, string>> = {
  // bash breaks words at = and :, and replaces only what stands behind the last of these.
  bash: `_fleet() {
  local rest=$COMP_LINE start= word
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
  local tab=$'\\t' found line value about
  local -a values=() lines=()
  found=$(fleet __complete "\${words[@]:1}" 2>/dev/null) || compopt +o default 2>/dev/null
  while IFS= read -r line; do
    [[ -n $line ]] || continue
    value=\${line%%"$tab"*}
    about=\${line#*"$tab"}
    value=\${value#"$start"}
    values+=("$value")
    [[ -z $about ]] || value="$value  ($about)"
    lines+=("\${value:0:\${COLUMNS:-80}-4}")
  done <<<"$found"
  # What they mean is shown in a list of several, and is no part of the word.
  case $COMP_TYPE in
    9 | 33 | 63 | 64) [[ \${#values[@]} -lt 2 ]] || values=("\${lines[@]}") ;;
  esac
  COMPREPLY=("\${values[@]}")
}
complete -o default -o nosort -F _fleet fleet 2>/dev/null || complete -o default -F _fleet fleet
`,
  zsh: `#compdef fleet
_fleet() {
  local -a lines items
  local line about
  lines=(\${(f)"$(fleet __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  local -i nothing=$?
  for line in $lines; do
    about=\${line#*$'\\t'}
    items+=("\${\${line%%$'\\t'*}//:/\\\\:}\${about:+:$about}")
  done
  if (( $#items )); then
    _describe -V fleet items
  elif (( ! nothing )); then
    compset -P '--*='
    _files
  fi
}
if [[ \${funcstack[1]} = _fleet ]]; then _fleet "$@"; else compdef _fleet fleet; fi
`,
  fish: `function __fleet_complete
  fleet __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null
end
function __fleet_takes_file
  set -l found (__fleet_complete)
  and not count $found >/dev/null
end
complete -c fleet -f -k -a '(__fleet_complete)'
complete -c fleet -F -n __fleet_takes_file
`,
  powershell: `Register-ArgumentCompleter -Native -CommandName fleet -ScriptBlock {
  param($word, $ast, $cursor)
  $words = @($ast.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.StartOffset -lt $cursor } | ForEach-Object { "$_" })
  if ($word -eq '') { $words += ' ' }
  $found = @(fleet __complete @words 2>$null)
  # An empty text keeps the names of files away.
  if ($LASTEXITCODE -ne 0 -and $found.Count -eq 0) { return '' }
  $found | ForEach-Object {
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
