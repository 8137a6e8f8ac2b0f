#!/bin/sh
# Runs a program in the file system of an image as a container does: as an ordinary user, with a root that cannot be
# written, and a /data and a /tmp that can. It needs root, and `unshare --mount` around it. The network is that of this
# machine.
#
#   unshare --mount deploy/confined.sh <root> <data> <user>:<group> [variable=value …] <program> [argument …]
#
# BASE_FOLDERS are folders of this machine that the root lacks: libraries, if it has only the files of a server.
set -eu
root=$1 data=$2 user=$3
shift 3
mkdir -p "$root/data" "$root/tmp" "$root/proc" "$root/dev" "$root/etc"
for file in hosts resolv.conf; do
	# In one step: a second program may start in the same root.
	cp "/etc/$file" "$root/etc/.$file.$$"
	mv "$root/etc/.$file.$$" "$root/etc/$file"
done
mount --bind "$root" "$root"
for folder in ${BASE_FOLDERS:-}; do
	if [ -d "$folder" ]; then
		mkdir -p "$root$folder"
		mount --bind "$folder" "$root$folder"
	fi
done
mount --bind "$data" "$root/data"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --rbind /dev "$root/dev"
mount --rbind /proc "$root/proc"
mount -o remount,ro,bind "$root"
if touch "$root/app/written" 2>/dev/null; then
	echo "the root can be written" >&2
	exit 1
fi
enter="$(command -v chroot)"
while [ "${1#*=}" != "$1" ]; do
	export "$1"
	shift
done
unset BASE_FOLDERS
exec "$enter" --userspec="$user" "$root" "$@"
