# small-disk.sh SIZE FOLDER COMMAND…: runs it with a disk of that size at FOLDER; what is on
# it in the end is listed, and the status is the command's.
set -eu
size=$1 folder=$2
shift 2
mkdir -p "$folder"
mount -t tmpfs -o "size=$size" tmpfs "$folder"
status=0
"$@" || status=$?
(cd "$folder" && find . | sort)
exit $status
