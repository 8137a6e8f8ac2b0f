// Package demo runs sample systems that stand in for another company's CMS, PIM, sis, identity provider and translation
// service: real servers on loopback ports with sample content, for development, tests and demonstrations. The product
// never imports it.
package demo

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"path/filepath"
	"sync/atomic"

	"strand/config"
	democms "strand/demo/cms"
	"strand/demo/cms/content"
	demoidentity "strand/demo/identity"
	demomail "strand/demo/mail"
	demopim "strand/demo/pim"
	demosis "strand/demo/sis"
	demoportal "strand/demo/sisportal"
	"strand/demo/sisusers"
	demotranslation "strand/demo/translation"
	"strand/domain/editor"
	"strand/internal/changes"
	"strand/internal/database"
	"strand/internal/lifecycle"
	"strand/upstream/cms"
	"strand/upstream/identity"
	"strand/upstream/pim"
	"strand/upstream/sis"
	"strand/upstream/translation"
)

// Observer is notified of changes in the sample systems.
type Observer interface {
	// RecordsChanged is called with changed records of a system, or without records if any may have changed.
	RecordsChanged(system string, records ...changes.Record)
	// SessionEnded is called with a session (sid) that ended early.
	SessionEnded(ctx context.Context, sid string)
}

// Systems are the running sample systems.
type Systems struct {
	settings *config.Config
	own      *Config
	log      *slog.Logger
	parts    *lifecycle.Group
	observer atomic.Pointer[Observer]
	// changed contains the settings that Start has made, in order.
	changed  []Assignment
	locators map[string]editor.EditLocator

	// users is nil if neither the identity provider nor sis is a sample system.
	users *sisusers.Store
	// provider is nil if another identity server is configured.
	provider *demoidentity.Provider
	// verifier and revocations are those of sis; nil without the authenticated endpoint.
	verifier    *identity.Verifier
	revocations *identity.Revocations
}

// Assignment is a setting with its value.
type Assignment struct{ Variable, Value string }

// Start starts the sample systems in place of those without a URL in the settings, and adds their URLs and tokens to
// the settings.
func Start(c *config.Config, own *Config, log *slog.Logger) (_ *Systems, err error) {
	s := &Systems{
		settings: c,
		own:      own,
		log:      log,
		parts:    lifecycle.NewGroup(log),
		locators: map[string]editor.EditLocator{},
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close(context.Background()))
		}
	}()
	for _, step := range []func() error{
		s.startCMS, s.startPIM, s.openUsers, s.startIdentity, s.startSIS, s.startTranslation, s.startMail,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Settings contains the settings with which a server in another process uses the systems.
func (s *Systems) Settings() []Assignment { return s.changed }

// Observe sets the observer. Changes before are not reported.
func (s *Systems) Observe(o Observer) { s.observer.Store(&o) }

// set changes a setting.
func (s *Systems) set(variable string, setting *string, value string) {
	*setting = value
	s.changed = append(s.changed, Assignment{variable, value})
}

func (s *Systems) recordsChanged(system string, records ...changes.Record) {
	if o := s.observer.Load(); o != nil {
		(*o).RecordsChanged(system, records...)
	}
}

// serve serves a system until the systems are closed.
func (s *Systems) serve(name, addr string, h http.Handler) (url string, err error) {
	listening, err := listen(name, addr)
	if err != nil {
		return "", err
	}
	listening.serve(h, s.log)
	s.parts.OnClose(listening.close)
	return listening.URL, nil
}

// sampleEditorPassword opens the editor area with the sample CMS if no password is configured.
const sampleEditorPassword = "editor"

func (s *Systems) startCMS() error {
	if s.settings.CMSURL != "" {
		return nil
	}
	token := string(s.settings.CMSToken)
	if token == "" {
		token = rand.Text()
	}
	server, err := democms.New(democms.Options{
		Dir:    filepath.Join(s.own.ContentDir, "cms"),
		Token:  token,
		Logger: s.log,
		OnChange: func(changed []content.Ref) {
			records := make([]changes.Record, len(changed))
			for i, ref := range changed {
				records[i] = changes.Record{Type: ref.Type, ID: ref.ID}
			}
			s.recordsChanged(cms.System, records...)
		},
	})
	if err != nil {
		return err
	}
	s.parts.OnClose(func(context.Context) error { return server.Close() })
	url, err := s.serve("cms", s.own.EmbeddedCMSAddr, server.Handler())
	if err != nil {
		return err
	}
	s.set("STRAND_CMS_URL", &s.settings.CMSURL, url)
	s.set("STRAND_CMS_TOKEN", (*string)(&s.settings.CMSToken), token)
	s.locators[cms.System] = cmsFileLocator(server, s.own.ContentDir)
	if s.settings.EditorPassword == "" {
		s.settings.EditorPassword = sampleEditorPassword
		s.log.Warn("editor_password_is_sample", "action", "set STRAND_EDITOR_PASSWORD")
	}
	return nil
}

// startPIM starts the PIM. Its images are assets of the CMS.
func (s *Systems) startPIM() error {
	if s.settings.PIMURL != "" {
		return nil
	}
	assets, err := assetsOf(s.settings.CMSURL)
	if err != nil {
		return err
	}
	server, err := demopim.New(demopim.Options{
		Dir:          filepath.Join(s.own.ContentDir, "pim"),
		AssetBaseURL: assets,
		Logger:       s.log,
		OnChange:     func() { s.recordsChanged(pim.System) }, // the PIM does not report what has changed
	})
	if err != nil {
		return err
	}
	s.parts.OnClose(func(context.Context) error { return server.Close() })
	url, err := s.serve("pim", s.own.EmbeddedPIMAddr, server.Handler())
	if err != nil {
		return err
	}
	s.set("STRAND_PIM_URL", &s.settings.PIMURL, url)
	s.locators[pim.System] = pimFileLocator(server, s.own.ContentDir)
	return nil
}

// openUsers opens the user store that the identity provider and sis share.
func (s *Systems) openUsers() (err error) {
	if s.settings.IdentityIssuer != "" && s.settings.SISPortalURL != "" {
		return nil
	}
	s.users, err = sisusers.Open(sisusers.Options{
		Dir:                filepath.Join(s.settings.DataDir, "directory"),
		ContentDir:         filepath.Join(s.own.ContentDir, "identity"),
		InvitationLifetime: s.own.EmbeddedInvitationLife,
		Logger:             s.log,
	})
	if err != nil {
		return err
	}
	s.parts.OnClose(func(context.Context) error { return s.users.Close() })
	s.users.OnRightsChange(func(changed sisusers.RightsChange) {
		var records []changes.Record
		for _, id := range changed.Users {
			if s.verifier != nil {
				s.verifier.InvalidateUser(id)
			}
			records = append(records, changes.Record{Type: "User", ID: id})
		}
		for _, id := range changed.Organizations {
			records = append(records, changes.Record{Type: "Organization", ID: id})
		}
		s.recordsChanged(sis.System, records...)
	})
	return nil
}

func (s *Systems) startIdentity() error {
	if s.settings.IdentityIssuer != "" {
		return nil
	}
	reader, err := s.openSiteReader()
	if err != nil {
		return err
	}
	listening, err := listenFor("identity", s.own.EmbeddedIdentityAddr, s.own.EmbeddedIdentityListen)
	if err != nil {
		return err
	}
	s.parts.OnClose(listening.close)
	var samples *sisusers.SampleAccounts
	if !s.settings.Production {
		if samples, err = sisusers.ReadSampleAccounts(filepath.Join(s.own.ContentDir, "identity")); err != nil {
			return err
		}
	}
	s.provider, err = demoidentity.New(demoidentity.Options{
		Origin:       listening.URL,
		Users:        s.users,
		Samples:      samples,
		Logger:       s.log,
		Applications: func() []string { return s.applications(reader) },
		Ended:        s.sessionsEnded,
	})
	if err != nil {
		return err
	}
	s.users.SetInvitationPage(s.provider.InvitationURL)
	s.users.SetPortalHome(s.provider.PortalHome)
	listening.serve(s.provider.Handler(), s.log)
	s.set("STRAND_IDENTITY_ISSUER", &s.settings.IdentityIssuer, s.provider.Issuer)
	s.set("STRAND_IDENTITY_CLIENT_ID", &s.settings.IdentityClientID, demoidentity.ClientID)
	s.set("STRAND_IDENTITY_REGISTRATION_URL", &s.settings.IdentityRegistrationURL, s.provider.RegistrationURL)
	return nil
}

// startSIS starts the public endpoint of sis, the authenticated one, or both.
func (s *Systems) startSIS() error {
	c := s.settings
	if c.SISURL != "" && c.SISPortalURL != "" {
		return nil
	}
	server, err := demosis.New(demosis.Options{
		Dir:        filepath.Join(c.DataDir, "sis"),
		ContentDir: filepath.Join(s.own.ContentDir, "sis"),
		Logger:     s.log,
	})
	if err != nil {
		return err
	}
	s.parts.OnClose(func(context.Context) error { return server.Close() })
	mux := http.NewServeMux()
	mux.Handle("/", server.Handler())
	// With a configured URL too: it may be that of a proxy before this endpoint.
	if s.users != nil {
		accounts, err := s.newSISPortal()
		if err != nil {
			return err
		}
		mux.Handle(demoportal.Path, accounts.Handler())
		mux.Handle(demoportal.Path+"/", accounts.Handler())
	}
	url, err := s.serve("sis", s.own.EmbeddedSISAddr, mux)
	if err != nil {
		return err
	}
	if c.SISURL == "" {
		s.set("STRAND_SIS_URL", &c.SISURL, url+demosis.PublicPath)
	}
	if c.SISPortalURL == "" {
		s.set("STRAND_SIS_PORTAL_URL", &c.SISPortalURL, url+demoportal.Path)
	}
	return nil
}

// sampleSender is the address that mails come from.
const sampleSender = "Strand Group <no-reply@example.com>"

// startMail starts the mail server, if the page of the identity provider can show its mails.
func (s *Systems) startMail() error {
	if s.settings.SMTPURL != "" || s.provider == nil {
		return nil
	}
	server, err := demomail.Start(s.own.EmbeddedMailAddr, s.log, func(ctx context.Context, m demomail.Mail) error {
		return s.users.Send(ctx, sisusers.Mail{Recipient: m.Recipient, Subject: m.Subject, Text: m.Text})
	})
	if err != nil {
		return err
	}
	s.parts.OnClose(server.Close)
	s.set("STRAND_SMTP_URL", (*string)(&s.settings.SMTPURL), server.URL)
	if s.settings.MailFrom == "" {
		s.set("STRAND_MAIL_FROM", &s.settings.MailFrom, sampleSender)
	}
	return nil
}

// sessionsEnded is called with sessions (sid) that ended early.
func (s *Systems) sessionsEnded(ctx context.Context, sids []string) {
	o := s.observer.Load()
	for _, sid := range sids {
		if s.revocations != nil {
			if err := s.revocations.RevokeSession(ctx, sid); err != nil {
				s.log.ErrorContext(ctx, "revocation_not_stored", "error", err)
			}
		}
		if o != nil {
			(*o).SessionEnded(ctx, sid)
		}
	}
}

// newSISPortal returns the authenticated endpoint of sis. It verifies ID tokens as the product does, with its own
// revocations.
func (s *Systems) newSISPortal() (_ *demoportal.Server, err error) {
	// The product may use the same data folder.
	at := database.Location{File: filepath.Join(s.settings.DataDir, "directory", "revocations.db")}
	if s.revocations, err = identity.OpenRevocations(context.Background(), at, s.log, nil); err != nil {
		return nil, err
	}
	s.parts.OnClose(func(context.Context) error { return s.revocations.Close() })
	s.parts.InBackground(s.revocations.Maintain)
	s.verifier, err = identity.New(identity.Options{
		Issuer:      s.settings.IdentityIssuer,
		ClientID:    s.settings.IdentityClientID,
		Timeout:     s.settings.UpstreamTimeout,
		Roles:       identity.Roles{Claim: s.settings.IdentityRolesClaim, Names: s.settings.RoleNames()},
		Revocations: s.revocations,
		Log:         s.log,
	})
	if err != nil {
		return nil, err
	}
	options := demoportal.Options{
		Dir:        filepath.Join(s.settings.DataDir, "sis", "tickets"),
		Users:      s.users,
		ContentDir: filepath.Join(s.own.ContentDir, "sis"),
		Changed: func(id string) {
			s.recordsChanged(sis.System, changes.Record{Type: "Ticket", ID: id})
		},
		Verify:        s.verifier.Verify,
		Logger:        s.log,
		Introspection: !s.settings.Production,
	}
	if s.provider != nil {
		options.Sessions = s.provider
		s.users.SetEndSessions(func(ctx context.Context, userID string) error {
			return s.provider.SignOutOthers(ctx, userID, "")
		})
	}
	server, err := demoportal.New(options)
	if err != nil {
		return nil, err
	}
	s.parts.InBackground(server.Run)
	return server, nil
}

// startTranslation starts the translation service.
func (s *Systems) startTranslation() error {
	if s.settings.TranslationURL != "" {
		return nil
	}
	server, err := demotranslation.New(demotranslation.Options{
		Dir:   filepath.Join(s.settings.DataDir, "translation"),
		Delay: s.own.EmbeddedTranslationDelay,
		Done: func(reference string) {
			s.recordsChanged(translation.System, changes.Record{Type: "TranslationJob", ID: reference})
		},
		Logger: s.log,
	})
	if err != nil {
		return err
	}
	s.parts.OnClose(func(context.Context) error { return server.Close() })
	s.parts.InBackground(server.Run)
	url, err := s.serve("translation", s.own.EmbeddedTranslationAddr, server.Handler())
	if err != nil {
		return err
	}
	s.set("STRAND_TRANSLATION_URL", &s.settings.TranslationURL, url)
	return nil
}
