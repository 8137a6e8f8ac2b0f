package app_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"path/filepath"
	"testing"

	"strand/demo/identity/identitytest"
	"strand/test/servertest"
)

// maxKills is the number of kills of the server in each crash test; -kills 300 takes minutes.
var maxKills = flag.Int("kills", 5, "number of kills of the server in each crash test")

// writesPerKill returns the number of writes before each kill, so that a few kills are enough for all kinds of writes.
func writesPerKill(kinds int) int {
	if *maxKills < kinds {
		return 2
	}
	return 1
}

// crashedUser is a user on whom an administrator acts while the server is killed after each action.
type crashedUser struct {
	*process
	token string
	id    string
	// state is the acknowledged state of the user: null for a deleted one.
	state string
	// undoID is the id that undoes the latest action.
	undoID string
	// actions contains the acknowledged actions, newest first.
	actions []string
}

// write is a mutation; field is the name of its payload.
type write struct {
	field, operation string
	variables        map[string]any
	// action is the action in the audit log.
	action string
}

func invitationWrite(n int) write {
	return write{
		"inviteUser",
		`mutation ($input: InviteUserInput!) { inviteUser(input: $input) { ` + crashPayload + ` } }`,
		map[string]any{
			"input": map[string]any{
				"idempotencyKey": fmt.Sprintf("invitation-key-%06d", n),
				"email":          fmt.Sprintf("crash-%d@example.org", n),
				"firstName":      "Crash",
				"lastName":       fmt.Sprint("Test ", n),
				"organization":   "org-nordkabel",
				"applications":   []string{"TICKETING"},
			},
		},
		"INVITE",
	}
}

const crashPayload = `user { ` + managedUserFields + ` } userErrors { code } undo { id }`

func (u *crashedUser) userActionWrite(key int, action string, more map[string]any) write {
	input := map[string]any{"idempotencyKey": actionKey(key), "user": u.id, "action": action}
	for name, value := range more {
		input[name] = value
	}
	return write{
		"changeUser",
		`mutation ($input: ChangeUserInput!) { changeUser(input: $input) { ` + crashPayload + ` } }`,
		map[string]any{"input": input},
		action,
	}
}

func (u *crashedUser) undoWrite(action string) write {
	return write{
		"undoUserChange",
		`mutation ($id: ID!) { undoUserChange(input: {id: $id}) { user { ` + managedUserFields +
			` } userErrors { code } } }`,
		map[string]any{"id": u.undoID},
		"undo " + action,
	}
}

// send sends a write, which must be acknowledged, and returns the user's state afterwards.
func (u *crashedUser) send(t *testing.T, w write) (state string) {
	t.Helper()
	var data map[string]struct {
		User       json.RawMessage
		UserErrors []struct{ Code string }
		Undo       *struct{ ID string }
	}
	answer := u.queryAs(t, u.token, w.operation, w.variables, &data)
	payload := data[w.field]
	if len(answer.Errors) > 0 || len(payload.UserErrors) > 0 {
		t.Fatalf("%s %v: %+v", w.action, w.variables, answer)
	}
	u.undoID = ""
	if payload.Undo != nil {
		u.undoID = payload.Undo.ID
	}
	return string(payload.User)
}

// expectKept checks that the user has the acknowledged state, and that the audit log contains each action once.
func (u *crashedUser) expectKept(t *testing.T) {
	t.Helper()
	var data struct {
		UserAdmin struct {
			User     json.RawMessage
			AuditLog struct {
				Edges []struct {
					Node struct {
						Action string
						IsUndo bool
					}
				}
			}
		}
	}
	answer := u.queryAs(
		t,
		u.token,
		`query ($id: ID!) { userAdmin { user(id: $id) { `+managedUserFields+
			` } auditLog(user: $id, first: 50) { edges { node { action isUndo } } } } }`,
		map[string]any{"id": u.id},
		&data,
	)
	if len(answer.Errors) > 0 {
		t.Fatalf("%+v", answer)
	}
	if got := string(data.UserAdmin.User); got != u.state {
		t.Errorf("acknowledged %s\nkept %s", u.state, got)
	}
	var kept []string
	for _, e := range data.UserAdmin.AuditLog.Edges {
		if e.Node.IsUndo {
			e.Node.Action = "undo " + e.Node.Action
		}
		kept = append(kept, e.Node.Action)
	}
	if fmt.Sprint(kept) != fmt.Sprint(u.actions) {
		t.Errorf("acknowledged %v, audit log %v", u.actions, kept)
	}
}

// TestUserCrash: an acknowledged action on a user is kept exactly once. The server is killed after the actions, and
// the latest action is repeated with its key.
//
// Rules: USER-28.
func TestUserCrash(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	settings := []string{
		"STRAND_DATA_DIR=" + filepath.Join(data, "strand"),
		"STRAND_CONTENT_DIR=../demo/content",
		"STRAND_CLIENT_DIR=" + data,
		"STRAND_RENDERERS=0",
		"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_IDENTITY_ADDR=localhost:" + servertest.FreePort(t),
	}
	u := &crashedUser{process: startProcess(t, settings...)}
	u.token = identitytest.IDToken(u.browser(t).SignIn("admin@example.com"))
	before := u.users(t, u.token, `first: 1`).TotalCount
	// Each user goes through all of these steps.
	steps := []func(n int) write{
		invitationWrite,
		func(n int) write {
			return u.userActionWrite(n, "ADD_APPLICATION", map[string]any{"application": "LEARNING"})
		},
		func(n int) write {
			return u.userActionWrite(n, "WITHDRAW_ACCESS", map[string]any{"application": "LEARNING"})
		},
		func(int) write { return u.undoWrite("WITHDRAW_ACCESS") },
		func(n int) write { return u.userActionWrite(n, "ASSIGN_ROLE", map[string]any{"role": "EXTERNAL"}) },
		func(n int) write { return u.userActionWrite(n, "REMOVE_ROLE", map[string]any{"role": "EXTERNAL"}) },
		func(n int) write { return u.userActionWrite(n, "RESEND_INVITE", nil) },
		func(n int) write { return u.userActionWrite(n, "DELETE_USER", nil) },
		func(int) write { return u.undoWrite("DELETE_USER") },
	}
	sent, invited := 0, 0
	for kill := range *maxKills {
		var w write
		var undoID string
		for range writesPerKill(len(steps)) {
			step := sent % len(steps)
			w = steps[step](sent)
			u.state = u.send(t, w)
			undoID = u.undoID
			if step == 0 {
				var user struct{ ID string }
				if err := json.Unmarshal([]byte(u.state), &user); err != nil || user.ID == "" {
					t.Fatalf("%s: %v", u.state, err)
				}
				u.id, u.actions = user.ID, nil
				invited++
			}
			u.actions = append([]string{w.action}, u.actions...)
			sent++
		}
		u.kill()
		u.process = startProcess(t, settings...)
		u.expectKept(t)
		if again := u.send(t, w); again != u.state || u.undoID != undoID {
			t.Errorf("acknowledged %s %s, sent again %s %s", u.state, undoID, again, u.undoID)
		}
		u.expectKept(t)
		present := invited
		if w.action == "DELETE_USER" {
			present--
		}
		if got := u.users(t, u.token, `first: 1`).TotalCount - before; got != present {
			t.Errorf("%d users, %d were invited", got, present)
		}
		if t.Failed() {
			t.Fatalf("after kill %d, %s", kill+1, w.action)
		}
	}
	t.Logf("%d kills: no action lost or repeated", *maxKills)
}
