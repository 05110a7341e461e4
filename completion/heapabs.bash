# Completion for bash.  The words come from the program's own --help, so they are those of
# the version that is installed.
_heapabs() {
  local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]}
  local program=${COMP_WORDS[0]}
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    COMPREPLY=($(compgen -W "$("$program" --help 2>/dev/null |
      sed -n 's/^  heapabs \([a-z]*\).*/\1/p') --help --version" -- "$word"))
    return
  fi
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$("$program" "$command" --help 2>/dev/null |
      grep -oE '(^|[ ,])--?[A-Za-z][A-Za-z_-]*' | tr -d ' ,')" -- "$word"))
  elif [ "$command" = scan ] && [ "$COMP_CWORD" = 2 ]; then
    COMPREPLY=($(compgen -c -- "$word") $(compgen -f -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _heapabs heapabs
