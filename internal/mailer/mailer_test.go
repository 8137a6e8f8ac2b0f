package mailer_test

import (
	"bufio"
	"context"
	"errors"
	"log/slog"
	"net"
	"strings"
	"testing"

	"strand/demo/mail"
	"strand/internal/health"
	"strand/internal/mailer"
)

const from = "Strand Group <no-reply@example.com>"

var content = mailer.Mail{
	To:       "ada@example.com",
	Subject:  "Ihre Anfrage für «Alpha 530»",
	Text:     "Vielen Dank für Ihre Anfrage.\n\nÄußerst zuverlässig.\n",
	ID:       "RQ-ABCD-EFGH",
	Language: "de",
}

func TestSend(t *testing.T) {
	var kept []mail.Mail
	fails := false
	server, err := mail.Start("127.0.0.1:0", slog.New(slog.DiscardHandler), func(_ context.Context, m mail.Mail) error {
		if fails {
			return errors.New("the disk is full")
		}
		kept = append(kept, m)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	m, err := mailer.New(server.URL, from)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Send(t.Context(), content); err != nil {
		t.Fatal(err)
	}
	want := mail.Mail{Recipient: content.To, Subject: content.Subject, Text: strings.TrimSpace(content.Text)}
	if len(kept) != 1 || kept[0] != want {
		t.Errorf("%+v", kept)
	}
	fails = true
	if err := m.Send(t.Context(), content); err == nil || !mailer.MayRepeat(err) {
		t.Errorf("after a temporary refusal: %v", err)
	}
	if state := m.Health(t.Context()); state.Status != health.Up {
		t.Errorf("the health of a server: %+v", state)
	}
	if err := m.Send(t.Context(), mailer.Mail{To: "no address"}); err == nil || mailer.MayRepeat(err) {
		t.Errorf("with an invalid address: %v", err)
	}
	if err := server.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := m.Send(t.Context(), content); err == nil || !mailer.MayRepeat(err) {
		t.Errorf("without a server: %v", err)
	}
	if state := m.Health(t.Context()); state != (health.State{
		Status: health.Down, Reason: "the mail server does not answer",
	}) {
		t.Errorf("the health without a server: %+v", state)
	}
}

// A mail is not sent again if the server refuses it, or may have accepted it.
//
// Rules: REQ-6.
func TestMayRepeat(t *testing.T) {
	for answer, mayRepeat := range map[string]bool{
		"RCPT 450 later":     true,
		"RCPT 550 unknown":   false,
		"DATA 451 later":     true,
		"MAIL hang up":       true,
		".BODY 554 spam":     false,
		".BODY 451 later":    true,
		".BODY hang up":      false,
		".BODY 250 accepted": false,
	} {
		listening, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		step, reply, _ := strings.Cut(answer, " ")
		go answerOnce(listening, step, reply)
		m, err := mailer.New("smtp://"+listening.Addr().String(), from)
		if err != nil {
			t.Fatal(err)
		}
		err = m.Send(t.Context(), content)
		_ = listening.Close()
		if accepted := answer == ".BODY 250 accepted"; (err == nil) != accepted {
			t.Errorf("%s: %v", answer, err)
		} else if !accepted && mailer.MayRepeat(err) != mayRepeat {
			t.Errorf("%s: may be repeated: %t, %v", answer, !mayRepeat, err)
		}
	}
}

// answerOnce serves one connection and gives a reply at a step: a command, or .BODY after the text.
func answerOnce(l net.Listener, step, reply string) {
	c, err := l.Accept()
	if err != nil {
		return
	}
	defer c.Close()
	say := func(text string) { _, _ = c.Write([]byte(text + "\r\n")) }
	say("220 test")
	lines := bufio.NewScanner(c)
	isBody := false
	for lines.Scan() {
		line := lines.Text()
		command, _, _ := strings.Cut(line, " ")
		command, _, _ = strings.Cut(strings.ToUpper(command), ":")
		if isBody {
			if line != "." {
				continue
			}
			command, isBody = ".BODY", false
		}
		switch {
		case command == step && reply == "hang up":
			return
		case command == step:
			say(reply)
		case command == "DATA":
			isBody = true
			say("354 go on")
		case command == "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}

func TestNew(t *testing.T) {
	for server, isValid := range map[string]bool{
		"smtp://mail.example.com":                       true,
		"smtps://user:pass%40word@mail.example.com:465": true,
		"smtp://[::1]:2525":                             true,
		"http://mail.example.com":                       false,
		"mail.example.com:25":                           false,
		"smtp://":                                       false,
		"smtp://secret@mail.example.com:99999":          false,
	} {
		_, err := mailer.New(server, from)
		if (err == nil) != isValid {
			t.Errorf("%s: %v", server, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the error contains the URL: %v", err)
		}
	}
	if _, err := mailer.New("smtp://localhost", "no address"); err == nil {
		t.Error("an invalid sender is accepted")
	}
}
