package useradmin

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"strand/domain/csvimport"
	"strand/domain/portal"
	"strand/test/lineartest"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Rules: FORM-11, USER-33, USER-39.
func TestReadInvitations(t *testing.T) {
	admin := &Administrator{
		UserID: "admin",
		Role:   ActorExternalAdmin,
		Organizations: []*ManagedOrganization{
			{
				ID:           "org-1",
				Name:         "Nordkabel",
				Applications: []portal.Service{portal.Ticketing, portal.LearningService},
			}, {ID: "org-2", Name: "Helia"},
		},
	}
	utf16, err := unicode.UTF16(
		unicode.LittleEndian,
		unicode.UseBOM,
	).NewEncoder().String("email;firstName;lastName\njörg@example.org;Jörg;Müller")
	if err != nil {
		t.Fatal(err)
	}
	latin, err := charmap.Windows1252.NewEncoder().String("email;firstName;lastName\njorg@example.org;Jörg;Müller")
	if err != nil {
		t.Fatal(err)
	}
	var many strings.Builder
	many.WriteString("email,firstName,lastName\n")
	for i := range MaxInvitations + 1 {
		fmt.Fprintf(&many, "p%d@example.org,P,Q\n", i)
	}
	manyProblems := make([]string, csvimport.MaxProblems)
	for i := range manyProblems {
		manyProblems[i] = "2 APPLICATION x"
	}
	for _, test := range []struct {
		name, file string
		// want are the invitations in short form, or the problems.
		want []string
	}{
		{"all columns", "Email,First Name,Last Name,Organization,Applications,Role\nA@Example.org,Ann,Bee,nordkabel,ticketing; LEARNING,Administrator\n",
			[]string{"2 a@example.org Ann Bee org-1 [TICKETING LEARNING] EXTERNAL"}},
		{"the fallback organization", "email;firstName;lastName\na@example.org;Ann;Bee\n\nb@example.org;Bob;Cee\n",
			[]string{"2 a@example.org Ann Bee org-2 [] NONE", "4 b@example.org Bob Cee org-2 [] NONE"}},
		{"UTF-16", utf16, []string{"2 jörg@example.org Jörg Müller org-2 [] NONE"}},
		{"Windows-1252", latin, []string{"2 jorg@example.org Jörg Müller org-2 [] NONE"}},
		{"problems by line", "email,firstName,lastName,organization,applications,role\nnone,Ann,Bee,,,\nb@example.org,,Cee,,,\nc@example.org,C,D,Other,,\nd@example.org,D,E,Nordkabel,INVENTORY,boss\nd@example.org,D,E,,,\n",
			[]string{"2 EMAIL none", "3 NAME ", "4 ORGANIZATION Other", "5 ROLE boss", "5 APPLICATION INVENTORY",
				"6 TWICE d@example.org"}},
		{"a valid line between others", "email,firstName,lastName\nnone,A,B\na@example.org,A,B\nb@example.org,,B\n",
			[]string{"3 a@example.org A B org-2 [] NONE", "2 EMAIL none", "4 NAME "}},
		{"no email column", "name\nAnn\n", []string{"1 UNREADABLE name"}},
		{"names of applications", "E-Mail;Vorname;Nachname;Organisation;Anwendungen;Rolle\n" +
			"a@example.org;Ann;Bee;nordkabel;" +
			"\"Servicetickets;Lernen\";Administration\nb@example.org;B;C;Nordkabel;サービスチケット | learning;Benutzer\n",
			[]string{"2 a@example.org Ann Bee org-1 [TICKETING LEARNING] EXTERNAL",
				"3 b@example.org B C org-1 [TICKETING LEARNING] NONE"}},
		{"an application twice", "email,firstName,lastName,organization,applications\n" +
			"a@example.org,A,B,Nordkabel," + strings.Repeat("Learning;ticketing;", 1000) + "\n",
			[]string{"2 a@example.org A B org-1 [LEARNING TICKETING] NONE"}},
		{"many unknown applications", "email,firstName,lastName,organization,applications\n" +
			"a@example.org,A,B,Nordkabel," + strings.Repeat("x;", 100_000) + "\nb,,,,\n", manyProblems},
		{"many columns", "email,firstName,lastName" + strings.Repeat(",a", 200_000) + "\na@example.org,A,B\n",
			[]string{"2 a@example.org A B org-2 [] NONE"}},
		{"two spellings of an address", "email,firstName,lastName\na@example.org,A,B\nA@example.org\u200b,A,B\n",
			[]string{"2 a@example.org A B org-2 [] NONE", "3 TWICE a@example.org"}},
		{"several problems of a line", "email,firstName,lastName,role\na@example.org,A,B,\na@example.org,A,,boss\n",
			[]string{"2 a@example.org A B org-2 [] NONE", "3 NAME ", "3 ROLE boss", "3 TWICE a@example.org"}},
		{"nothing", "", []string{"0 EMPTY "}},
		{"a stray quote", "email,firstName,lastName\na@example.org,5\"A,B\n",
			[]string{"2 a@example.org 5\"A B org-2 [] NONE"}},
		{"an open quote", "email\n\"a@example.org\n", []string{"2 UNREADABLE "}},
		{"no lines", "email\n", []string{"0 EMPTY "}},
		{
			"letters of two encodings",
			"email,lastName\na@example.org,Lis \xe8\n",
			[]string{"0 ENCODING Windows-1252, Windows-1250"},
		},
		{"a binary file", "\x00\x01\x02", []string{"0 UNREADABLE "}},
		{"too many lines", many.String(), []string{fmt.Sprintf("%d TOO_LARGE ", MaxInvitations+2)}},
		{"too large", strings.Repeat("a", csvimport.MaxBytes+1), []string{"0 TOO_LARGE "}},
	} {
		t.Run(test.name, func(t *testing.T) {
			invitations, problems := admin.ReadInvitations([]byte(test.file), "org-2", "en")
			var got []string
			for _, i := range invitations {
				got = append(
					got,
					fmt.Sprintf(
						"%d %s %s %s %s %v %s",
						i.Line,
						i.Email,
						i.FirstName,
						i.LastName,
						i.OrganizationID,
						i.Applications,
						i.Role,
					),
				)
			}
			for _, p := range problems {
				got = append(got, fmt.Sprintf("%d %s %s", p.Line, p.Code, p.Value))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q", got)
			}
		})
	}
}

// FuzzReadInvitations checks that each line of a file is an invitation or has problems with truncated values.
func FuzzReadInvitations(f *testing.F) {
	for _, seed := range []string{
		"email,firstName,lastName,organization,applications,role\na@b.example,A,B,Acme,TICKETING;INVENTORY,user\n",
		"E-Mail;First Name\n\"a\";\"b\n", "email\nx\"y\n", "email\n\"a\"x\n", "\xff\xfee\x00", "email\n\n,,\n", "",
	} {
		f.Add([]byte(seed))
	}
	a := &Administrator{Organizations: []*ManagedOrganization{{ID: "o-1", Name: "Acme"}}}
	f.Fuzz(func(t *testing.T, data []byte) {
		invitations, problems := a.ReadInvitations(data, "o-1", "en")
		if len(invitations) == 0 && len(problems) == 0 || len(invitations) > MaxInvitations ||
			len(problems) > csvimport.MaxProblems {
			t.Errorf("%d invitations, %d problems", len(invitations), len(problems))
		}
		for _, p := range problems {
			if len([]rune(p.Value)) > csvimport.MaxValue+1 {
				t.Errorf("line %d: the reported value %q is too long", p.Line, p.Value)
			}
		}
		lineartest.CheckText(t, string(data), func(data string) {
			a.ReadInvitations([]byte("email\n"+data), "o-1", "en")
		})
	})
}
