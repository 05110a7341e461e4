# Completion for fish, from the program's own --help.
function __heapabs_commands
    heapabs --help 2>/dev/null | sed -n 's/^  heapabs \([a-z]*\).*/\1/p'
end
function __heapabs_options
    set -l words (commandline -opc)
    test (count $words) -ge 2; or return
    heapabs $words[2] --help 2>/dev/null | grep -oE '(^|[ ,])--?[A-Za-z][A-Za-z_-]*' | tr -d ' ,'
end
complete -c heapabs -n __fish_use_subcommand -xa '(__heapabs_commands)'
complete -c heapabs -n 'not __fish_use_subcommand' -a '(__heapabs_options)'
