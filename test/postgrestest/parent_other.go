//go:build !linux

package postgrestest

import "syscall"

// endWithParent does nothing: only Linux can end a process with its parent.
func endWithParent(*syscall.SysProcAttr) {}
