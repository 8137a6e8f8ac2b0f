package sisusers

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gopkg.in/yaml.v3"
)

// SampleAccount is an account of the sample content, for developers.
type SampleAccount struct {
	Email, Name string
	// Shows is what the account is an example of.
	Shows string
}

// SampleAccounts are the accounts of the sample content with their published password.
type SampleAccounts struct {
	Password string
	Accounts []SampleAccount
}

// ReadSampleAccounts reads the sample accounts that are offered to developers: those with a text what they show.
func ReadSampleAccounts(contentDir string) (*SampleAccounts, error) {
	people, err := readPeople(contentDir)
	if err != nil {
		return nil, err
	}
	found := &SampleAccounts{Password: people.Password}
	for _, u := range people.Users {
		if u.Shows != "" {
			found.Accounts = append(found.Accounts, SampleAccount{u.Email, u.FirstName + " " + u.LastName, u.Shows})
		}
	}
	return found, nil
}

// readPeople reads the sample people; none if the content has no such file.
func readPeople(contentDir string) (*sample, error) {
	people := &sample{}
	return people, readSample(contentDir, "people.yaml", people)
}

// readSample reads a file of the sample content; a missing file changes nothing.
func readSample(contentDir, name string, into any) error {
	data, err := os.ReadFile(filepath.Join(contentDir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = yaml.Unmarshal(data, into)
	}
	if err != nil {
		return fmt.Errorf("read the samples %s: %w", name, err)
	}
	return nil
}
