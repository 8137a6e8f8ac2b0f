package sisportal

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"strand/demo/sisportal/generated"
	"strand/demo/sisusers"
	"strand/demo/sqllist"
	"strand/domain/inventory"
	"strand/domain/portal"
	"strand/internal/database"
)

// softwareSamples is the content of content/sis/software.yaml.
type softwareSamples struct {
	Licence  map[string]string
	Packages []*softwarePackage
}

type softwarePackage struct {
	ID, Name string
	// Lines contains the product lines of the package.
	Lines    []string
	Versions []*softwareVersion
}

type softwareVersion struct {
	Version    string
	ReleasedOn string `yaml:"releasedOn"`
	Languages  []string
	Notes      map[string]string

	id, fileName, sha256 string
	file                 []byte
	of                   *softwarePackage
}

// software contains the packages with their files.
type software struct {
	licence  map[string]string
	packages []*softwarePackage
	versions map[string]*softwareVersion
	// latest contains the newest version of each package.
	latest map[string]string
}

// readSoftware reads the packages of a folder and generates their files.
func readSoftware(dir string) (*software, error) {
	s := &software{versions: map[string]*softwareVersion{}, latest: map[string]string{}}
	data, err := os.ReadFile(filepath.Join(dir, "software.yaml"))
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	var samples softwareSamples
	if err == nil {
		err = yaml.Unmarshal(data, &samples)
	}
	if err != nil {
		return nil, fmt.Errorf("read the sample software: %w", err)
	}
	s.licence, s.packages = samples.Licence, samples.Packages
	for _, p := range s.packages {
		for _, v := range p.Versions {
			v.of, v.id, v.fileName = p, p.ID+"-"+v.Version, p.ID+"-"+v.Version+".zip"
			if v.file, err = softwareFile(v); err != nil {
				return nil, fmt.Errorf("generate the file of %s: %w", v.id, err)
			}
			sum := sha256.Sum256(v.file)
			v.sha256 = hex.EncodeToString(sum[:])
			s.versions[v.id] = v
			if newest := s.latest[p.ID]; newest == "" || inventory.CompareVersions(v.Version, newest) > 0 {
				s.latest[p.ID] = v.Version
			}
		}
	}
	return s, nil
}

// softwareFile generates an archive with the release notes and some thousand bytes that depend only on the version.
func softwareFile(v *softwareVersion) ([]byte, error) {
	released, err := time.Parse(time.DateOnly, v.ReleasedOn)
	if err != nil {
		return nil, err
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(v.id))
	r := rand.New(rand.NewPCG(h.Sum64(), 2))
	image := make([]byte, 3000+r.IntN(5000))
	for i := range image {
		image[i] = byte(r.Uint32())
	}
	files := map[string][]byte{"image.bin": image}
	for language, text := range v.Notes {
		files["release-notes-"+language+".txt"] = []byte(v.of.Name + " " + v.Version + "\n\n" + text + "\n")
	}
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		// Not compressed, so that the bytes do not depend on the library's version.
		f, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: released})
		if err == nil {
			_, err = f.Write(files[name])
		}
		if err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// isOutdated reports whether a package in a list has a newer version.
func (s *software) isOutdated(installed []installedSoftware) bool {
	for _, i := range installed {
		if latest := s.latest[i.Package]; latest != "" && inventory.CompareVersions(i.Version, latest) < 0 {
			return true
		}
	}
	return false
}

func (s *software) nameOf(packageID string) string {
	for _, p := range s.packages {
		if p.ID == packageID {
			return p.Name
		}
	}
	return packageID
}

// Software returns the software for the caller's machines in use, or for one machine.
func (r root) Software(ctx context.Context, machineID *string) ([]*generated.SoftwarePackage, error) {
	u, err := inventoryCaller(ctx)
	if err != nil {
		return nil, err
	}
	use := &machineUse{}
	if machineID != nil {
		m, err := r.server.ownMachine(ctx, r.server.db, u, *machineID)
		if errors.Is(err, errNoMachine) {
			return []*generated.SoftwarePackage{}, nil
		}
		if err != nil {
			return nil, err
		}
		use.products = map[string][]string{m.ProductLine: {m.ProductSlug}}
		use.installed = map[installedSoftware]int{}
		for _, i := range m.Software {
			use.installed[installedSoftware{Package: i.PackageID, Version: i.Version}] = 1
		}
	} else {
		use, err = r.server.machineUse(ctx, scopeOf(u, portal.Inventory), inventory.MachineFilter{})
		if err != nil {
			return nil, err
		}
	}
	accepted, err := r.server.accepted(ctx, u)
	if err != nil {
		return nil, err
	}
	packages := []*generated.SoftwarePackage{}
	for _, p := range r.server.software.packages {
		if !slices.ContainsFunc(p.Lines, func(line string) bool { return use.products[line] != nil }) {
			continue
		}
		softwarePackage := &generated.SoftwarePackage{
			ID:           p.ID,
			Name:         p.Name,
			ProductSlugs: []string{},
			Installed:    []*generated.InstalledCount{},
		}
		for _, line := range p.Lines {
			softwarePackage.ProductSlugs = append(softwarePackage.ProductSlugs, use.products[line]...)
		}
		for _, v := range p.Versions {
			softwarePackage.Versions = append(softwarePackage.Versions, r.server.shownVersion(v, accepted[v.id]))
			if n := use.installed[installedSoftware{Package: p.ID, Version: v.Version}]; n > 0 {
				softwarePackage.Installed = append(
					softwarePackage.Installed,
					&generated.InstalledCount{Version: v.Version, Machines: n},
				)
			}
		}
		packages = append(packages, softwarePackage)
	}
	return packages, nil
}

func (s *Server) shownVersion(v *softwareVersion, isAccepted bool) *generated.SoftwareVersion {
	return &generated.SoftwareVersion{
		ID:                v.id,
		Version:           v.Version,
		ReleasedOn:        v.ReleasedOn,
		Languages:         v.Languages,
		FileName:          v.fileName,
		Size:              float64(len(v.file)),
		Sha256:            v.sha256,
		Notes:             localized(v.Notes),
		Licence:           localized(s.software.licence),
		IsLicenceAccepted: isAccepted,
	}
}

func localized(texts map[string]string) []*generated.LocalizedText {
	all := []*generated.LocalizedText{}
	for _, language := range slices.Sorted(maps.Keys(texts)) {
		all = append(all, &generated.LocalizedText{Language: language, Text: strings.TrimSpace(texts[language])})
	}
	return all
}

// accepted returns the versions whose licence the user has accepted.
func (s *Server) accepted(ctx context.Context, u *sisusers.User) (map[string]bool, error) {
	ids, err := database.All(
		ctx, s.db, database.Text, `SELECT version_id FROM software_licences WHERE user_id = ?`, u.ID,
	)
	if err != nil {
		return nil, fmt.Errorf("read the accepted licences: %w", err)
	}
	accepted := map[string]bool{}
	for _, id := range ids {
		accepted[id] = true
	}
	return accepted, nil
}

// ownVersion returns a software version for a machine in use that the user may see; nil for any other.
func (s *Server) ownVersion(ctx context.Context, u *sisusers.User, id string) (*softwareVersion, error) {
	v := s.software.versions[id]
	if v == nil {
		return nil, nil
	}
	c := s.machineConditions(
		scopeOf(u, portal.Inventory), inventory.MachineFilter{ProductLines: v.of.Lines}, nil)
	count, _, err := sqllist.Count(ctx, s.db, allMachines, c, 1)
	if err != nil {
		return nil, err
	}
	if count == 0 {
		return nil, nil
	}
	return v, nil
}

func (r root) AcceptLicence(ctx context.Context, versionID string) (*generated.SoftwareVersion, error) {
	u, err := inventoryCaller(ctx)
	if err != nil {
		return nil, err
	}
	v, err := r.server.ownVersion(ctx, u, versionID)
	if v == nil || err != nil {
		return nil, err
	}
	if _, err := r.server.db.ExecContext(ctx,
		`INSERT INTO software_licences (user_id, version_id, accepted_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
		u.ID, v.id, r.server.now().UnixMilli()); err != nil {
		return nil, fmt.Errorf("accept a licence: %w", err)
	}
	return r.server.shownVersion(v, true), nil
}

// download serves a software version, or a range of it.
func (s *Server) download(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	u, err := inventoryCaller(ctx)
	if err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	v, err := s.ownVersion(ctx, u, r.PathValue("id"))
	var accepted map[string]bool
	if err == nil && v != nil {
		accepted, err = s.accepted(ctx, u)
	}
	switch {
	case err != nil:
		s.log.ErrorContext(ctx, "software_not_read", "error", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
	case v == nil:
		http.Error(w, "software not found", http.StatusNotFound)
	case !accepted[v.id]:
		http.Error(w, "accept the licence first", http.StatusForbidden)
	default:
		w.Header().Set("Content-Type", "application/zip")
		w.Header().Set("Content-Disposition", `attachment; filename="`+v.fileName+`"`)
		w.Header().Set("ETag", `"`+v.sha256+`"`)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(v.file))
	}
}
