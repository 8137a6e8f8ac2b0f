package sisportal

import (
	"database/sql"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"regexp"

	"strand/demo/files"
	"strand/domain/portal"
)

// maxFile is the maximum size of a file, in bytes; Strand's own limit is lower.
const maxFile = 200 << 20

var ids = regexp.MustCompile(`^[0-9A-Za-z_-]{16,100}$`)

func (s *Server) path(id string) string { return filepath.Join(s.dir, id) }

// hasFile reports whether a file was uploaded.
func (s *Server) hasFile(id string) bool {
	if !ids.MatchString(id) {
		return false
	}
	_, err := os.Stat(s.path(id))
	return err == nil
}

// put stores a file of a signed-in user. It does not change an existing file.
func (s *Server) put(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if !ids.MatchString(id) {
		http.Error(w, "malformed id", http.StatusBadRequest)
		return
	}
	if s.hasFile(id) {
		w.WriteHeader(http.StatusCreated)
		return
	}
	if _, err := files.Keep(s.dir, id, http.MaxBytesReader(w, r.Body, maxFile)); err != nil {
		s.log.ErrorContext(r.Context(), "sis_file_not_stored", "id", id, "error", err)
		http.Error(w, "the file could not be stored", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

// get serves a file to users who may see its ticket.
func (s *Server) get(w http.ResponseWriter, r *http.Request) {
	ctx, id := r.Context(), r.PathValue("id")
	within, args := scopeOf(caller(ctx), portal.Ticketing).condition("t.organization_id")
	var media string
	err := s.db.QueryRowContext(
		ctx,
		`SELECT f.media_type FROM ticket_files f JOIN tickets t ON t.id = f.ticket_id WHERE f.id = ? AND `+within,
		append([]any{id}, args...)...).Scan(&media)
	if errors.Is(err, sql.ErrNoRows) {
		http.Error(w, "file not found", http.StatusNotFound)
		return
	}
	if err != nil {
		s.log.ErrorContext(ctx, "sis_ticket_file_not_read", "error", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", media)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	http.ServeFile(w, r, s.path(id))
}
