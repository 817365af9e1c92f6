/** For zsh. */
export const ZSH = `#compdef fleet
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
`;
