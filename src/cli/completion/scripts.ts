/** The supported shells. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

export type Shell = (typeof SHELLS)[number];

/** The line that asks the shell to complete a path. */
export const FILES_LINE = ':files';

/** Bash takes the = of --profile=shop for a word of its own. Where it can, its own completion of paths quotes what a name needs. */
const bash = `# Completion of physio in bash: put into ~/.bashrc  eval "$(physio completion bash)"
_physio() {
  local line found word
  local -a words
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [ "$word" != '=' ]; then words+=("$word"); fi
  done
  if [ "$word" = '=' ]; then words+=(''); word=''; fi
  found=$(physio __complete -- "\${words[@]}" 2>/dev/null) || return
  while IFS= read -r line; do
    if [ "$line" = '${FILES_LINE}' ]; then
      compopt -o default 2>/dev/null && return
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
      return
    fi
    [ -n "$line" ] && COMPREPLY+=("\${line%%$'\\t'*}")
  done <<< "$found"
}
complete -F _physio physio
`;

const zsh = `#compdef physio
# Completion of physio in zsh: put into ~/.zshrc, after compinit  eval "$(physio completion zsh)"
_physio() {
  local line
  local -a found
  for line in \${(f)"$(physio __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"}; do
    if [[ $line == '${FILES_LINE}' ]]; then
      _files
      return
    fi
    if [[ $line == *$'\\t'* ]]; then
      found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    else
      found+=("\${line//:/\\\\:}")
    fi
  done
  _describe physio found
}
compdef _physio physio
`;

const fish = `# Completion of physio in fish: physio completion fish > ~/.config/fish/completions/physio.fish
function __physio_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (physio __complete -- $words[2..-1] 2>/dev/null)
    if test "$found[1]" = '${FILES_LINE}'
        __fish_complete_path (commandline -ct)
    else
        string join \\n -- $found
    end
end
complete -c physio -f -a '(__physio_complete)'
`;

/** An empty word is said by --new-word: Windows PowerShell does not pass it on. The quoted -- reaches a program that npm starts through a script. */
const powershell = `# Completion of physio in PowerShell: put into the file $PROFILE  physio completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName physio -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.StartOffset -lt $cursorPosition } |
        ForEach-Object {
            if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value }
            else { $_.Extent.Text }
        })
    $options = @()
    $kept = ''
    if ($wordToComplete -eq '') { $options = @('--new-word') }
    elseif ($words[-1].EndsWith($wordToComplete)) {
        $kept = $words[-1].Substring(0, $words[-1].Length - $wordToComplete.Length)
    }
    $found = @(& $commandAst.GetCommandName() __complete @options '--' @words 2>$null)
    if ($found.Count -eq 0) { return '' }
    if ($found[0] -eq '${FILES_LINE}') { return }
    foreach ($line in $found) {
        $word, $about = $line -split '\\t', 2
        if (-not $about) { $about = $word }
        $text = $word
        if ($text.StartsWith($kept)) { $text = $text.Substring($kept.Length) }
        if ($text -notmatch '^[\\w+=:.,/-]+$') { $text = "'" + $text.Replace("'", "''") + "'" }
        [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $about)
    }
}
`;

const scripts: Record<Shell, string> = { bash, zsh, fish, powershell };

/** The completion script for a shell. */
export function scriptFor(shell: Shell): string {
  return scripts[shell];
}
