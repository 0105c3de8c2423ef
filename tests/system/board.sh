#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Boots the virtual board's image by itself, without the bench, and looks
# whether everything that hilrigd and the tests count on is there.

set -euo pipefail

conf=$HIL_BUILD/board/board.conf
if ! command -v qemu-system-aarch64 > /dev/null; then
	echo "skipped: no qemu-system-aarch64 (.ci/setup.sh board)"
	exit 77
fi
if [ ! -r "$conf" ]; then
	echo "skipped: no $conf (rig/bench/board/make-board.sh makes it)"
	exit 77
fi
value() { sed -n "s/^$1=//p" "$conf"; }

work=$(mktemp -d)
qemu=
trap '[ -z "$qemu" ] || { kill "$qemu" || :; wait "$qemu" || :; } 2> /dev/null
	rm -rf "$work"' EXIT
mkdir "$work/share"
echo "greetings" > "$work/share/letter"
mkfifo "$work/in"

# One marked line for each fact, so that the console's echo is not mistaken.
cat > "$work/share/facts" <<'END'
echo "fact kernel $(uname -v)"
echo "fact chip $(gpiodetect)"
echo "fact letter $(cat /mnt/host/letter)"
echo "fact events $(ls -d /sys/kernel/tracing/events/irq)"
echo "fact fair $(ls -d /sys/kernel/debug/sched)"
echo "fact runtime $(cat /proc/sys/kernel/sched_rt_runtime_us)"
echo "fact address $(ip -4 -o addr show eth0)"
echo "fact shm $(grep -c ' /dev/shm tmpfs' /proc/mounts)"
echo "fact cyclic $(cyclictest -q -l 5 -i 1000 -p 80 -m | grep -c '^T: 0')"
echo "fact agent $(ls /opt)"
echo "fact end"
END
qemu-system-aarch64 -M virt -cpu cortex-a57 -smp 1 -m 512 -nographic \
	-no-reboot -kernel "$(value kernel)" -initrd "$(value initrd)" \
	-append "console=ttyAMA0 quiet loglevel=4 panic=-1 nokaslr" \
	-virtfs "local,path=$work/share,mount_tag=host,security_model=none" \
	-nic user,model=virtio-net-pci < "$work/in" > "$work/console" 2>&1 &
qemu=$!
exec 3> "$work/in"

wait_for() { # TEXT: on the console, at most a minute
	for _ in $(seq 600); do
		! grep -q "$1" "$work/console" || return 0
		kill -0 "$qemu" 2> /dev/null || break
		sleep 0.1
	done
	echo "never saw '$1' on the console:"
	cat "$work/console"
	exit 1
}

failures=0
fact() { # NAME PATTERN
	local found
	found=$(tr -d '\r' < "$work/console" | sed -n "s/^fact $1 //p")
	# shellcheck disable=SC2254 # a pattern, not a text
	case $found in
	$2) return ;;
	esac
	echo "FAILED $1: expected '$2', got '$found'"
	failures=$((failures + 1))
}

wait_for '^READY [0-9]'
if grep '^FAILED' "$work/console"; then
	failures=1
fi
echo 'sh /mnt/host/facts' >&3
wait_for '^fact end'
fact kernel '*PREEMPT_RT*'
fact chip 'gpiochip0 \[9030000.pl061\] (8 lines)'
fact letter greetings
fact events /sys/kernel/tracing/events/irq
fact fair /sys/kernel/debug/sched
fact runtime 950000
fact address '*10.0.2.15/24*'
fact shm 1
fact cyclic 1
fact agent '*hilrig-agent*'
[ "$failures" = 0 ]
