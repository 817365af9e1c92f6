/**
 * For PowerShell. It has what was typed with its quotes taken off, and hands it on in a variable, each word
 * after a line end: as arguments it would break words at dots and colons and leave out empty ones. What comes
 * back is quoted as it needs it (`base/shells/shell-word.ts`).
 */
export const POWERSHELL = `Register-ArgumentCompleter -Native -CommandName fleet, fleet.cmd, fleet.ps1 -ScriptBlock {
  param($word, $ast, $cursor)
  $words = @($ast.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.StartOffset -lt $cursor } | ForEach-Object {
      $isText = $_ -is [System.Management.Automation.Language.StringConstantExpressionAst]
      if ($isText) { $_.Value } else { "$_" }
    })
  if ($word -eq '') { $words += '' }
  $env:FLEET_COMPLETE_WORDS = ($words | ForEach-Object { "\`n$_" }) -join ''
  try {
    $found = @(fleet __complete 2>$null)
    # An empty text keeps the names of files away.
    if ($LASTEXITCODE -ne 0 -and $found.Count -eq 0) { return '' }
    $found | ForEach-Object {
      $value, $about = $_ -split "\`t", 2
      if (-not $about) { $about = $value }
      [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
    }
  } finally { Remove-Item Env:FLEET_COMPLETE_WORDS -ErrorAction Ignore }
}
`;
