package httpserver

import (
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"time"
)

// reportEvery is the shortest interval of log events about refused connections.
const reportEvery = time.Minute

// Limit bounds the open connections per IP address, or per /64 network for IPv6, since a client usually has a whole
// /64. Further connections are closed. Loopback and IP addresses for which isExempt returns true are not counted, since
// proxies connect for many clients.
func Limit(l net.Listener, perClient int, isExempt func(netip.Addr) bool, log *slog.Logger) net.Listener {
	return &limitedListener{Listener: l, limit: perClient, isExempt: isExempt, log: log, open: map[netip.Addr]int{}}
}

type limitedListener struct {
	net.Listener
	limit    int
	isExempt func(netip.Addr) bool
	log      *slog.Logger

	mu   sync.Mutex
	open map[netip.Addr]int
	// refused counts the connections closed since reported.
	refused  int
	reported time.Time
}

// Accept waits for a connection that is within the limit.
func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		client, ok := clientOf(conn)
		if !ok || client.IsLoopback() || l.isExempt(client) {
			return conn, nil
		}
		if client.Is6() {
			client = netip.PrefixFrom(client, 64).Masked().Addr()
		}
		if l.enter(client) {
			return &countedConn{Conn: conn, leave: sync.OnceFunc(func() { l.leave(client) })}, nil
		}
		_ = conn.Close()
	}
}

// clientOf returns the remote address of a connection.
func clientOf(conn net.Conn) (netip.Addr, bool) {
	remote, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	return remote.Addr().Unmap().WithZone(""), err == nil
}

// enter counts one more connection of a client; false if the client has reached the limit.
func (l *limitedListener) enter(client netip.Addr) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[client] < l.limit {
		l.open[client]++
		return true
	}
	l.refused++
	if now := time.Now(); now.Sub(l.reported) > reportEvery {
		l.log.Warn("connections_refused", "ip", client.String(), "limit", l.limit, "count", l.refused)
		l.refused, l.reported = 0, now
	}
	return false
}

func (l *limitedListener) leave(client netip.Addr) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[client]--; l.open[client] == 0 {
		delete(l.open, client)
	}
}

// countedConn is a connection that is counted until it is closed.
type countedConn struct {
	net.Conn
	leave func()
}

// Close closes the connection.
func (c *countedConn) Close() error {
	c.leave()
	return c.Conn.Close()
}
