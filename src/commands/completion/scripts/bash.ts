/** For bash, which breaks words at = and :, and replaces only what stands behind the last of these. */
export const BASH = `_fleet() {
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
  local tab=$'\\t' found line value about seen=$'\\t'
  local -a values=() lines=()
  local -i width=\${COLUMNS:-80}-4
  found=$(fleet __complete "\${words[@]:1}" 2>/dev/null) || compopt +o default 2>/dev/null
  while IFS= read -r line; do
    [[ -n $line ]] || continue
    value=\${line%%"$tab"*}
    about=\${line#*"$tab"}
    value=\${value#"$start"}
    [[ $seen != *"$tab$value$tab"* ]] || continue
    seen+=$value$tab
    values+=("$value")
    # Cut is only what it means: bash writes what all have in common over the word.
    if [[ -n $about && \${#value} -lt $width ]]; then
      value="$value  ($about)"
      value=\${value:0:width}
    fi
    lines+=("$value")
  done <<<"$found"
  # What they mean is shown in a list of several, and is no part of the word.
  case $COMP_TYPE in
    9 | 33 | 63 | 64) [[ \${#values[@]} -lt 2 ]] || values=("\${lines[@]}") ;;
  esac
  COMPREPLY=("\${values[@]}")
}
complete -o default -o nosort -F _fleet fleet 2>/dev/null || complete -o default -F _fleet fleet
`;
