// Package mailer sends mails over SMTP.
package mailer

import (
	"context"
	"errors"
	"fmt"
	netmail "net/mail"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"strand/internal/health"
)

// timeout bounds each step of a delivery.
const timeout = 15 * time.Second

// Mailer sends mails from one address over one server. It is safe for concurrent use.
type Mailer struct {
	host    string
	options []mail.Option
	from    string
}

// Mail is a mail of plain text.
type Mail struct {
	To, Subject, Text string
	// ID is the part of the message id before the host; the same mail has the same.
	ID string
	// Language is the language of the text, as a BCP 47 tag.
	Language string
}

// The schemes of a server: with TLS from the start, or with STARTTLS if the server offers it. A server that is not on
// this host must offer it.
const (
	schemeTLS      = "smtps"
	schemeStartTLS = "smtp"
)

// New returns a mailer for the URL of a server, such as smtp://user:password@mail.example.com:587, and the address that
// mails come from. An error does not contain the URL, which can contain a password.
func New(server, from string) (*Mailer, error) {
	u, err := url.Parse(server)
	if err != nil || u.Hostname() == "" || u.Scheme != schemeTLS && u.Scheme != schemeStartTLS {
		return nil, errors.New("STRAND_SMTP_URL is no URL of the form smtp://user:password@host:587 or smtps://…")
	}
	if _, err := netmail.ParseAddress(from); err != nil {
		return nil, fmt.Errorf("STRAND_MAIL_FROM: %q is no mail address such as Strand <no-reply@example.com>", from)
	}
	options := []mail.Option{mail.WithTimeout(timeout), mail.WithoutNoop()}
	switch {
	case u.Scheme == schemeTLS:
		options = append(options, mail.WithSSLPort(false))
	case isLoopback(u.Hostname()):
		options = append(options, mail.WithTLSPortPolicy(mail.TLSOpportunistic))
	default:
		options = append(options, mail.WithTLSPortPolicy(mail.TLSMandatory))
	}
	if port := u.Port(); port != "" {
		number, err := strconv.Atoi(port)
		if err != nil {
			return nil, errors.New("STRAND_SMTP_URL has an invalid port")
		}
		options = append(options, mail.WithPort(number))
	}
	if u.User != nil {
		password, _ := u.User.Password()
		options = append(
			options,
			mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover),
			mail.WithUsername(u.User.Username()),
			mail.WithPassword(password),
		)
	}
	if _, err := mail.NewClient(u.Hostname(), options...); err != nil {
		return nil, errors.New("STRAND_SMTP_URL has an invalid host or port")
	}
	return &Mailer{host: u.Hostname(), options: options, from: from}, nil
}

func isLoopback(host string) bool {
	return host == "localhost" || host == "::1" || strings.HasPrefix(host, "127.")
}

// Send sends a mail. MayRepeat tells whether it may be sent again after an error.
func (m *Mailer) Send(ctx context.Context, content Mail) error {
	message := mail.NewMsg()
	if err := message.From(m.from); err != nil {
		return &permanentError{err}
	}
	if err := message.To(content.To); err != nil {
		return &permanentError{err}
	}
	sender, err := netmail.ParseAddress(m.from)
	if err != nil {
		return &permanentError{err}
	}
	_, host, _ := strings.Cut(sender.Address, "@")
	message.SetMessageIDWithValue(content.ID + "@" + host)
	message.SetDate()
	message.Subject(content.Subject)
	message.SetGenHeader("Content-Language", content.Language)
	// Automatic answers, such as those of an absence, are not wanted (RFC 3834).
	message.SetGenHeader("Auto-Submitted", "auto-generated")
	message.SetBodyString(mail.TypeTextPlain, content.Text)
	client, err := mail.NewClient(m.host, m.options...)
	if err != nil {
		return &permanentError{err}
	}
	if err := client.DialWithContext(ctx); err != nil {
		return fmt.Errorf("connect with the mail server: %w", err)
	}
	err = client.Send(message)
	// The mail is accepted or refused already.
	_ = client.Close()
	return err
}

// System is the name of the mail server among the systems.
const System = "mail"

// Health connects with the mail server, signs in and says goodbye; no mail is sent.
func (m *Mailer) Health(ctx context.Context) health.State {
	client, err := mail.NewClient(m.host, m.options...)
	if err == nil {
		err = client.DialWithContext(ctx)
	}
	if err != nil {
		return health.State{Status: health.Down, Reason: reasonOf(err)}
	}
	_ = client.Close() // the server has answered
	return health.State{Status: health.Up}
}

// reasonOf returns an error of a connection without names and addresses.
func reasonOf(err error) string {
	var refusal *textproto.Error
	if errors.As(err, &refusal) {
		return fmt.Sprintf("the mail server refuses the connection or the user: %d", refusal.Code)
	}
	return "the mail server does not answer"
}

// permanentError reports that a mail cannot be sent at all.
type permanentError struct{ cause error }

func (e *permanentError) Error() string { return e.cause.Error() }
func (e *permanentError) Unwrap() error { return e.cause }

// MayRepeat reports whether a mail that failed with an error was certainly not accepted and may be accepted later.
// After a refusal it is not sent again, and neither is one whose answer was lost after its text: the server may have
// accepted it.
func MayRepeat(err error) bool {
	if errors.As(err, new(*permanentError)) {
		return false
	}
	var failed *mail.SendError
	if !errors.As(err, &failed) {
		return true // no connection
	}
	if code := failed.ErrorCode(); code != 0 {
		return code < 500
	}
	switch failed.Reason {
	case mail.ErrConnCheck, mail.ErrSMTPMailFrom, mail.ErrSMTPRcptTo, mail.ErrSMTPData:
		return true
	}
	return false
}
