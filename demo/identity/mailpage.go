package identity

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"strand/demo/sisusers"
	"strand/domain/form"
)

// paragraph is a paragraph of a mail.
type paragraph struct{ Text, URL string }

// mailView is a mail as the mail page shows it.
type mailView struct {
	sisusers.Mail
	Paragraphs []paragraph
}

// mails shows the mails that would have been sent. The provider listens on the loopback interface only.
func (p *pages) mails(w http.ResponseWriter, r *http.Request, texts localizedTexts) {
	content := page{Title: texts.Get("mail.title"), Lead: texts.Get("mail.lead")}
	sent, err := p.store.users.Mails(r.Context())
	if err != nil {
		p.fail(w, r, texts, content, err)
		return
	}
	for _, m := range sent {
		s := mailView{Mail: m}
		for line := range strings.SplitSeq(m.Text, "\n") {
			if link, ok := strings.CutPrefix(line, sisusers.MailLink); ok {
				s.Paragraphs = append(s.Paragraphs, paragraph{URL: link})
			} else {
				s.Paragraphs = append(s.Paragraphs, paragraph{Text: line})
			}
		}
		content.Mails = append(content.Mails, s)
	}
	if len(sent) == 0 {
		content.Notice = texts.Get("mail.none")
	}
	p.show(w, r, texts, http.StatusOK, content)
}

// mailLink sends a link to a user; text is the id of the mail's text. browser is that of sisusers.NewActionToken.
func (p *pages) mailLink(
	ctx context.Context,
	texts localizedTexts,
	u *sisusers.User,
	purpose sisusers.Purpose,
	text, next, browser string,
) {
	if !p.mayMail(ctx, u.Email) {
		return
	}
	token, err := p.store.users.NewActionToken(ctx, u.ID, purpose, browser)
	if err == nil {
		query := url.Values{"token": {token}, languageParameter: {texts.Language}}
		if next != "" && p.store.client.isAllowedRedirect(next) {
			query.Set("goto", next)
		}
		link := strings.TrimSuffix(p.issuer, realmPath) + pathOf(string(purpose)) + "?" + query.Encode()
		err = p.store.users.Send(
			ctx,
			sisusers.Mail{
				Recipient: u.Email,
				Subject:   texts.Get("mail." + text + ".subject"),
				Text:      texts.Get("mail."+text+".text", "name", u.FullName()) + "\n" + sisusers.MailLink + link,
			},
		)
	}
	if err != nil {
		p.store.log.ErrorContext(ctx, "mail_not_sent", "user", u.ID, "error", err)
		return
	}
	p.store.log.InfoContext(ctx, "mail_sent", "user", u.ID, "about", purpose,
		"url", strings.TrimSuffix(p.issuer, realmPath)+pathOf("mail"))
}

// mailUnknown sends a mail to an e-mail address without an account.
func (p *pages) mailUnknown(ctx context.Context, texts localizedTexts, email string) {
	if !p.mayMail(ctx, email) {
		return
	}
	if err := p.store.users.Send(ctx, sisusers.Mail{
		Recipient: email,
		Subject:   texts.Get("mail.unknown.subject"),
		Text:      texts.Get("mail.unknown.text"),
	}); err != nil {
		p.store.log.ErrorContext(ctx, "mail_not_sent", "error", err)
	}
}

// mayMail counts a mail to an e-mail address. The page is the same if its mailbox gets no more.
func (p *pages) mayMail(ctx context.Context, email string) bool {
	if p.mailings.Allow(ctx, form.Mailbox(email)) {
		return true
	}
	p.store.log.WarnContext(ctx, "mail_limited")
	return false
}

func (p *pages) toMail(texts localizedTexts) link {
	return link{pathOf("mail"), texts.Get("mail.open")}
}
