// Package mail is a sample mail server: it accepts every mail over SMTP and delivers none of them. The sample identity
// provider shows them on its page of mails.
package mail

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"strings"
	"time"

	"github.com/emersion/go-smtp"

	"strand/internal/recovery"
)

const (
	// maxMail is the maximum size of a mail, in bytes.
	maxMail = 1 << 20
	timeout = 30 * time.Second
)

// Mail is a received mail.
type Mail struct{ Recipient, Subject, Text string }

// Server is a running mail server.
type Server struct {
	// URL is the value of STRAND_SMTP_URL.
	URL    string
	server *smtp.Server
}

// Start starts a server. keep is called with each mail; if it fails, the mail is refused for now.
func Start(addr string, log *slog.Logger, keep func(context.Context, Mail) error) (*Server, error) {
	listening, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("start the sample mail server on %s: %w", addr, err)
	}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &session{keep: keep, log: log}, nil
	}))
	server.Domain = "localhost"
	server.MaxMessageBytes, server.MaxRecipients = maxMail, 1
	server.ReadTimeout, server.WriteTimeout = timeout, timeout
	server.ErrorLog = slog.NewLogLogger(log.Handler(), slog.LevelDebug)
	recovery.Go(context.Background(), log, "sample_system", func() {
		if err := server.Serve(listening); err != nil && !errors.Is(err, smtp.ErrServerClosed) {
			log.Error("sample_system_stopped", "system", "mail", "error", err)
		}
	})
	return &Server{URL: "smtp://" + listening.Addr().String(), server: server}, nil
}

// Close stops the server after the running mails.
func (s *Server) Close(ctx context.Context) error { return s.server.Shutdown(ctx) }

// session receives the mails of a connection.
type session struct {
	keep      func(context.Context, Mail) error
	log       *slog.Logger
	recipient string
}

func (s *session) Reset()        { s.recipient = "" }
func (s *session) Logout() error { return nil }

func (s *session) Mail(string, *smtp.MailOptions) error { return nil }

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.recipient = to
	return nil
}

func (s *session) Data(r io.Reader) error {
	m, err := parse(r)
	if err != nil {
		return &smtp.SMTPError{Code: 550, Message: "the mail cannot be read"}
	}
	m.Recipient = s.recipient
	if err := s.keep(context.Background(), m); err != nil {
		s.log.Error("mail_not_stored", "error", err)
		return &smtp.SMTPError{Code: 451, Message: "the mail cannot be stored now"}
	}
	return nil
}

// parse reads a mail of plain text.
func parse(r io.Reader) (Mail, error) {
	message, err := mail.ReadMessage(r)
	if err != nil {
		return Mail{}, err
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(message.Header.Get("Subject"))
	if err != nil {
		return Mail{}, err
	}
	body := message.Body
	if strings.EqualFold(message.Header.Get("Content-Transfer-Encoding"), "quoted-printable") {
		body = quotedprintable.NewReader(body)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return Mail{}, err
	}
	return Mail{Subject: subject, Text: strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))}, nil
}
