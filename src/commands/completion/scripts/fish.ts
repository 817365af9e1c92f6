/** For fish. */
export const FISH = `function __fleet_complete
  fleet __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null
end
function __fleet_takes_file
  set -l found (__fleet_complete)
  and not count $found >/dev/null
end
complete -c fleet -f -k -a '(__fleet_complete)'
complete -c fleet -F -n __fleet_takes_file
`;
