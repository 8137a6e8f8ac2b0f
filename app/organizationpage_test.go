package app_test

import (
	"net/http"
	"net/url"
	"testing"

	"strand/domain/csvfile"
)

// organizationPage contains the data of an organization's page.
type organizationPage struct {
	Organization struct {
		ID, Name, City, Country, URL string
		MemberCount                  int
		Applications                 []string
	}
	Users        userPage
	StatusCounts []struct {
		Status, UsersURL string
		Count            int
		IsExact          bool
	}
	UsersURL, AuditExportURL string
	AuditLog                 struct {
		Edges []struct {
			Node struct{ Action, UserName string }
		}
	}
	InviteFields []struct{ Name string }
}

const organizationPageFields = `organization { id name city country memberCount applications url }
	users { totalCount isTotalExact pageInfo { hasNextPage endCursor } edges { cursor node { ` + managedUserFields +
	` } } }
	statusCounts { status count isExact usersUrl } usersUrl auditExportUrl auditLog { edges {
	node { action userName } } }
	inviteFields { name }`

func (s *strand) organizationPage(t *testing.T, token, id string) *organizationPage {
	t.Helper()
	var data struct {
		UserAdmin struct{ Organization *organizationPage }
	}
	answer := s.queryAs(
		t,
		token,
		`query ($id: ID!) { userAdmin { organization(id: $id, locale: "de") { `+organizationPageFields+` } } }`,
		map[string]any{"id": id},
		&data,
	)
	if len(answer.Errors) > 0 {
		t.Fatalf("organization %s: %+v", id, answer.Errors)
	}
	return data.UserAdmin.Organization
}

// requestURI returns the path and query of a URL.
func requestURI(t *testing.T, rawURL string) string {
	t.Helper()
	u, err := url.Parse(rawURL)
	if err != nil {
		t.Fatal(err)
	}
	return u.RequestURI()
}

// TestUserAdmin_Organization: the page of an organization shows the members of its list, and its part of the audit
// log.
//
// Rules: USER-32, USER-41.
func TestUserAdmin_Organization(t *testing.T) {
	s := portalSite(t)
	internal := s.signedIn(t, "internal")
	const id, filter = "org-densen", `organizations: ["org-densen"]`
	done := s.changeUser(
		t, internal, newKey(), "person-000003", "ACCEPT_REQUEST", map[string]any{"application": "INVENTORY"},
	)
	if done.code() != "" {
		t.Fatalf("%+v", done)
	}

	page := s.organizationPage(t, internal, id)
	if page == nil || page.Organization.ID != id || page.Organization.City == "" || page.Organization.Country != "JP" ||
		len(page.Organization.Applications) == 0 || len(page.InviteFields) != 3 {
		t.Fatalf("%+v", page)
	}
	if got := requestURI(t, page.Organization.URL); got != "/de/mykomax/user-admin/organizations/org-densen" {
		t.Errorf("the page is at %s", got)
	}
	listed := s.users(t, internal, `first: 25, filter: {`+filter+`}`)
	if page.Users.TotalCount != listed.TotalCount || page.Organization.MemberCount != listed.TotalCount ||
		len(page.Users.Edges) != len(listed.Edges) || page.Users.Edges[0].Node.ID != listed.Edges[0].Node.ID {
		t.Errorf("%d of %d users, %d in the list", len(page.Users.Edges), page.Users.TotalCount, listed.TotalCount)
	}
	counted := 0
	for _, c := range page.StatusCounts {
		counted += c.Count
		ofStatus := s.users(t, internal, `first: 1, filter: {`+filter+`, statuses: [`+c.Status+`]}`)
		if c.Count != ofStatus.TotalCount || !c.IsExact || c.Count == 0 {
			t.Errorf("%s: %d, %d in the list", c.Status, c.Count, ofStatus.TotalCount)
		}
		want := "/de/mykomax/user-admin?organization=org-densen&status=" + c.Status
		if requestURI(t, c.UsersURL) != want {
			t.Errorf("%s: the list is at %s", c.Status, c.UsersURL)
		}
	}
	if counted != listed.TotalCount {
		t.Errorf("%d of %d users are counted", counted, listed.TotalCount)
	}
	if log := page.AuditLog.Edges; len(log) == 0 || log[0].Node.Action != "ACCEPT_REQUEST" {
		t.Errorf("the audit log: %+v", log)
	}
	if other := s.organizationPage(t, internal, "org-drotar"); other == nil || len(other.AuditLog.Edges) != 0 {
		t.Errorf("the audit log of another organization: %+v", other)
	}
	if response, _ := s.get(t, "", page.AuditExportURL); response.StatusCode != http.StatusForbidden {
		t.Errorf("the audit log without the cookie: %d", response.StatusCode)
	}
	if rows := s.exportedRows(t, internal, page.AuditExportURL); len(rows) != len(page.AuditLog.Edges)+1 {
		t.Errorf("%d lines of the exported audit log", len(rows))
	}
}

// exportedRows returns the rows of an exported CSV file.
func (s *strand) exportedRows(t *testing.T, token, exportURL string) []csvfile.Row {
	t.Helper()
	_, exported := s.get(t, "", exportURL, "Cookie", s.fileCookie(t, token))
	rows, err := csvfile.Read([]byte(exported), "en")
	if err != nil {
		t.Fatalf("%s: %v", exportURL, err)
	}
	return rows
}
