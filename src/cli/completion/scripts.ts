/** The supported shells. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof SHELLS)[number];

/** The line that asks the shell to complete a path. */
export const FILES_LINE = ':files';

const bash = `# Completion of physio in bash: put into ~/.bashrc  eval "$(physio completion bash)"
_physio() {
  local line found
  COMPREPLY=()
  found=$(physio __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) || return
  while IFS= read -r line; do
    if [ "$line" = '${FILES_LINE}' ]; then
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
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
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
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

const scripts: Record<Shell, string> = { bash, zsh, fish };

/** The completion script for a shell. */
export function scriptFor(shell: Shell): string {
  return scripts[shell];
}
