package useradmin

import (
	"net/url"
	"slices"
	"unicode/utf8"

	"strand/domain/convert"
	"strand/domain/csvimport"
	"strand/domain/form"
	"strand/domain/listing"
	"strand/domain/portal"
	"strand/domain/site"
)

// UsersPerPage is the number of users on a page of the list.
const UsersPerPage = 25

// UserOrder is an order of the list of users.
type UserOrder string

const (
	// OrderPendingFirst lists users with an open request first, then sorts by name.
	OrderPendingFirst UserOrder = "PENDING_FIRST"
	OrderName         UserOrder = "NAME"
	OrderEmail        UserOrder = "EMAIL"
	OrderOrganization UserOrder = "ORGANIZATION"
	OrderCountry      UserOrder = "COUNTRY"
	OrderRequestDate  UserOrder = "REQUEST_DATE"
)

// UserOrders are all orders; the first is the default.
var UserOrders = []UserOrder{
	OrderPendingFirst, OrderName, OrderEmail, OrderOrganization, OrderCountry, OrderRequestDate,
}

// UserListView is the form in which the list of users is shown.
type UserListView string

const (
	ViewList UserListView = "LIST"
	// ViewMatrix shows the access of each user to each application.
	ViewMatrix UserListView = "MATRIX"
)

// UserFilter selects users. Values of one filter are alternatives, different filters are combined.
type UserFilter struct {
	// Text contains words of name, e-mail address and organization; all of them must match.
	Text          string
	Organizations []string
	Applications  []portal.Service
	Roles         []portal.AdministratorRole
	Statuses      []portal.AccessStatus
	SubRegions    []string
	Countries     []string
	Cities        []string
}

// IsFiltered reports whether the filter excludes any user.
func (f UserFilter) IsFiltered() bool {
	return f.Text != "" || len(f.Organizations)+len(f.Applications)+len(f.Roles)+len(f.Statuses)+len(f.SubRegions)+
		len(f.Countries)+len(f.Cities) > 0
}

// IsBounded reports whether a filter is within the limits: its cost grows with its words and values.
func (f UserFilter) IsBounded() bool {
	if utf8.RuneCountInString(f.Text) > portal.MaxSearchText {
		return false
	}
	for _, values := range [][]string{f.Organizations, f.SubRegions, f.Countries, f.Cities} {
		if len(values) > maxUserChoices {
			return false
		}
	}
	return len(f.Applications)+len(f.Roles)+len(f.Statuses) <= maxUserChoices
}

// maxUserChoices is the maximum number of selected values of a filter.
const maxUserChoices = 100

// UserSelection is a page of the list of users with its filter and order. Its state is the query of the URL.
type UserSelection struct {
	Filter       UserFilter
	Order        UserOrder
	IsDescending bool
	// IsMatrix selects ViewMatrix instead of ViewList.
	IsMatrix bool
	// Range is the page: the entries after a cursor, or before one.
	Range portal.ListRange
}

// The parameters of a selection of users, in addition to those of other lists.
const (
	paramOrganization = "organization"
	paramApplication  = "application"
	paramRole         = "role"
	paramSubRegion    = "subRegion"
	paramCountry      = "country"
	paramCity         = "city"
	paramDescending   = "desc"
	paramView         = "view"
	matrixView        = "matrix"
)

// ParseUserSelection parses the query of a URL. Unknown values are ignored.
func ParseUserSelection(rawQuery string) UserSelection {
	query := listing.Query(rawQuery)
	s := UserSelection{Order: UserOrders[0], Range: portal.ListRange{First: UsersPerPage}}
	if sort := UserOrder(query.Get(portal.ParamSort)); slices.Contains(UserOrders, sort) {
		s.Order = sort
	}
	s.IsDescending = query.Get(paramDescending) == "true"
	s.IsMatrix = query.Get(paramView) == matrixView
	s.Filter = UserFilter{
		Organizations: listing.Choices(query[paramOrganization]),
		Applications:  listing.Known(query[paramApplication], portal.Applications),
		Roles:         listing.Known(query[paramRole], portal.AdministratorRoles),
		Statuses:      listing.Known(query[portal.ParamStatus], portal.AccessStatuses),
		SubRegions:    listing.Choices(query[paramSubRegion]),
		Countries:     listing.Choices(query[paramCountry]),
		Cities:        listing.Choices(query[paramCity]),
	}
	if text := query.Get(portal.ParamText); utf8.RuneCountInString(text) <= portal.MaxSearchText {
		s.Filter.Text = text
	}
	s.Range.Read(query)
	return s
}

// Query returns the selection as the query of a URL, with its question mark. Equal selections give equal queries.
func (s UserSelection) Query() string {
	query := url.Values{
		portal.ParamText:   {s.Filter.Text},
		paramOrganization:  s.Filter.Organizations,
		paramApplication:   listing.Texts(s.Filter.Applications),
		paramRole:          listing.Texts(s.Filter.Roles),
		portal.ParamStatus: listing.Texts(s.Filter.Statuses),
		paramSubRegion:     s.Filter.SubRegions,
		paramCountry:       s.Filter.Countries,
		paramCity:          s.Filter.Cities,
		paramDescending:    {listing.Flag(s.IsDescending)},
	}
	if s.IsMatrix {
		query.Set(paramView, matrixView)
	}
	if s.Order != UserOrders[0] {
		query.Set(portal.ParamSort, string(s.Order))
	}
	s.Range.Write(query)
	return listing.Encode(query, 1)
}

// UserListPage is a page of users as sis returns it.
type UserListPage struct {
	// Total is at most MaxUserTotal; IsTotalExact is false if there are more.
	Total        int
	IsTotalExact bool
	Users        []*ManagedUser
	// Cursors are the pagination cursors of the users.
	Cursors                      []string
	HasNextPage, HasPreviousPage bool
	// MembershipRequests are the open requests of people without an organization, on which the administrator decides;
	// nil if they were not read.
	MembershipRequests []*MembershipRequest
	// Choices are the counts for the filters, by the fields of UserFilter in the contract.
	Choices listing.ChoiceCounts
}

// MaxUserTotal is the highest total that is counted exactly.
const MaxUserTotal = 1000

// UserFilterOptions are the values that an administrator can select in the filters.
type UserFilterOptions struct {
	Organizations                 []*ManagedOrganization
	SubRegions, Countries, Cities []string
}

// UserList is a page of the list of users.
type UserList struct {
	SiteContext *site.Context
	UserSelection
	*UserListPage
	Options *UserFilterOptions
	// Base is the URL of the list without a query.
	Base string
}

// Text is the search text.
func (l *UserList) Text() string { return l.Filter.Text }

// OrderOptions are the available orders.
func (*UserList) OrderOptions() []UserOrder { return UserOrders }

// IsFiltered reports whether the filter excludes any user.
func (l *UserList) IsFiltered() bool { return l.Filter.IsFiltered() }

// Organizations are the administrator's organizations.
func (l *UserList) Organizations() []*ManagedOrganization { return l.Options.Organizations }

// UserListFilter is a filter with the values that can be selected.
type UserListFilter struct {
	// Name is the parameter of the URL.
	Name    string
	Options []*listing.Option
	// IsCounted reports whether the counts of the options are the numbers of users that match the other filters.
	IsCounted bool
}

// Filters returns the filters of the list in their order. The labels of applications, roles and statuses are their
// codes, which the client translates. A filter with a single option is left out.
func (l *UserList) Filters() []*UserListFilter {
	f := l.Filter
	organizations := convert.All(l.Options.Organizations, func(o *ManagedOrganization) listing.Option {
		return listing.Option{Value: o.ID, Label: o.Name, Count: o.MemberCount}
	})
	countries := convert.All(l.Options.Countries, func(code string) listing.Option {
		return listing.Option{Value: code, Label: CountryName(l.SiteContext, code)}
	})
	all := []struct {
		name, field string
		options     []listing.Option
		chosen      []string
	}{
		{portal.ParamStatus, "statuses", codes(portal.AccessStatuses), listing.Texts(f.Statuses)},
		{paramOrganization, "organizations", organizations, f.Organizations},
		{paramApplication, "applications", codes(portal.Applications), listing.Texts(f.Applications)},
		{paramRole, "roles", codes(portal.AdministratorRoles), listing.Texts(f.Roles)},
		{paramSubRegion, "subRegions", codes(l.Options.SubRegions), f.SubRegions},
		{paramCountry, "countries", countries, f.Countries},
		{paramCity, "cities", codes(l.Options.Cities), f.Cities},
	}
	filters := []*UserListFilter{}
	for _, one := range all {
		filter := &UserListFilter{Name: one.name, IsCounted: l.Choices != nil}
		for _, option := range one.options {
			option.Selected = slices.Contains(one.chosen, option.Value)
			if count := l.Choices.Of(one.field, option.Value); count != nil {
				option.Count = *count
			}
			filter.Options = append(filter.Options, &option)
		}
		if len(filter.Options) > 1 ||
			slices.ContainsFunc(filter.Options, func(o *listing.Option) bool { return o.Selected }) {
			filters = append(filters, filter)
		}
	}
	return filters
}

func codes[T ~string](values []T) []listing.Option {
	return convert.All(values, func(v T) listing.Option { return listing.Option{Value: string(v), Label: string(v)} })
}

// ResetURL is the URL of the list without filters.
func (l *UserList) ResetURL() string {
	return l.Base + UserSelection{Order: l.Order, IsDescending: l.IsDescending, IsMatrix: l.IsMatrix}.Query()
}

// View is the form in which the list is shown.
func (l *UserList) View() UserListView {
	if l.IsMatrix {
		return ViewMatrix
	}
	return ViewList
}

// ListURL is the URL of the same page as a list.
func (l *UserList) ListURL() string { return l.as(false) }

// MatrixURL is the URL of the same page as a matrix.
func (l *UserList) MatrixURL() string { return l.as(true) }

func (l *UserList) as(isMatrix bool) string {
	selection := l.UserSelection
	selection.IsMatrix = isMatrix
	return l.Base + selection.Query()
}

// PreviousURL is the URL of the previous page; nil for the first.
func (l *UserList) PreviousURL() *string {
	return portal.PreviousURL(l.HasPreviousPage, l.Cursors, l.at)
}

// NextURL is the URL of the next page; nil for the last.
func (l *UserList) NextURL() *string { return portal.NextURL(l.HasNextPage, l.Cursors, l.at) }

func (l *UserList) at(r portal.ListRange) string {
	selection := l.UserSelection
	selection.Range = r
	return l.Base + selection.Query()
}

// CountryName returns the name of a country in the language of a site context; its code if the country is unknown.
func CountryName(siteCtx *site.Context, code string) string {
	if c := siteCtx.Directory.Country(code); c != nil {
		return c.DisplayName(siteCtx.Locale.LanguageCode)
	}
	return code
}

// ActivityURL is the URL of the audit log, of the organizations that the list is filtered by.
func (l *UserList) ActivityURL() string {
	return activityURL(l.SiteContext, AuditSelection{Organizations: l.Filter.Organizations})
}

// OrganizationsURL is the URL of the list of organizations; nil for an administrator of only one.
func (l *UserList) OrganizationsURL() *string {
	if len(l.Options.Organizations) < 2 {
		return nil
	}
	return new(l.SiteContext.URLOn(l.SiteContext.Directory.Main(), portal.OrganizationsPath))
}

// InviteFields are the fields of an invitation.
func (*UserList) InviteFields() []form.Field { return InviteFields }

// DenialFields are the fields that deny a request.
func (*UserList) DenialFields() []form.Field { return DenialFields }

// MaxImportBytes is the maximum size of an imported file in bytes.
func (*UserList) MaxImportBytes() int { return csvimport.MaxBytes }
