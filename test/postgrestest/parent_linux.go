package postgrestest

import "syscall"

// endWithParent ends the server with the process of the tests, which may end without stopping it.
func endWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGQUIT }
