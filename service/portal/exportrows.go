package portal

import (
	"context"
	"strings"

	"strand/client/src/i18n/messages"
	"strand/domain/catalog"
	"strand/domain/convert"
	"strand/domain/exportfile"
	"strand/domain/inventory"
	"strand/domain/optional"
	"strand/domain/portal"
	"strand/domain/site"
	"strand/domain/ticketing"
	"strand/domain/useradmin"
)

// Columns of exported lists, by the ids of the texts that are their headings.
var (
	TicketColumns = []string{
		"tickets.number", "tickets.subject", "tickets.type", "tickets.status", "tickets.contact", "ticket.assignee",
		"tickets.machine", "form.field.serialNumber", "tickets.location", "tickets.created", "tickets.updated",
	}
	MachineColumns = []string{
		"form.field.serialNumber", "machine.name", "tickets.location", "machine.product", "inventory.line",
		"machine.delivered", "export.warrantyUntil", "inventory.contract", "export.contractUntil", "machine.software",
		"machine.options", "machine.retiredOn",
	}
	UserColumns = []string{
		"form.field.firstName", "form.field.lastName", "users.email", "users.filter.status", "users.role",
		"users.organizations", "users.invite.applications", "users.filter.subRegion", "form.field.country",
		"form.field.city", "users.requestedBy", "export.requestedAt",
	}
	AuditColumns = []string{
		"export.at", "export.by", "export.byEmail", "export.byId", "export.action", "users.log.undone",
		"users.log.person", "users.email", "export.personId", "users.log.organization", "users.filter.application",
		"export.before", "export.after", "users.role", "users.invite.applications", "users.deny.reason",
	}
)

// Columns of the templates of imports.
var (
	MachineTemplate    = []string{"form.field.serialNumber", "machine.name", "tickets.location"}
	InvitationTemplate = []string{
		"users.email", "form.field.firstName", "form.field.lastName", "users.invite.organization",
		"users.invite.applications", "users.invite.role",
	}
)

// Export makes the rows of exported lists, with the values that the screens show in a locale.
type Export struct {
	pages   *Pages
	siteCtx *site.Context
	texts   messages.Texts
}

// ExportIn returns the export in a locale.
func (r *Pages) ExportIn(ctx context.Context, locale string) (*Export, error) {
	siteCtx, err := r.SiteContext(ctx, nil, optional.Text(locale))
	if err != nil {
		return nil, err
	}
	return &Export{r, siteCtx, messages.In(siteCtx.Locale.LanguageCode)}, nil
}

// Language is the language of the texts.
func (x *Export) Language() string { return x.siteCtx.Locale.LanguageCode }

// Texts returns the texts with some ids.
func (x *Export) Texts(ids ...string) []string { return convert.All(ids, x.texts.Text) }

// Machines returns machines as rows of an exported inventory. While the PIM is unavailable, the names of products and
// product lines are their slugs.
func (x *Export) Machines(ctx context.Context, machines []*inventory.Machine) [][]any {
	products, _ := x.pages.ProductsOfMachines(ctx, MachinesIn(x.siteCtx, machines))
	lines := convert.All(machines, func(m *inventory.Machine) string { return m.ProductLine })
	lineNames := x.pages.lineNames(ctx, x.siteCtx, lines)
	rows := make([][]any, len(machines))
	for i, m := range machines {
		rows[i] = machineRow(m, products[i], lineNames)
	}
	return rows
}

func machineRow(m *inventory.Machine, product *catalog.LocalizedProduct, lineNames map[string]string) []any {
	productName, lineName := m.ProductSlug, m.ProductLine
	if product != nil {
		productName = product.Name
	}
	if name, ok := lineNames[lineName]; ok {
		lineName = name
	}
	software := convert.All(m.Software, func(s inventory.InstalledSoftware) string { return s.Name + " " + s.Version })
	return []any{
		m.SerialNumber, m.Name, optional.OrEmpty(m.Location).Name, productName, lineName,
		exportfile.DateOf(m.DeliveredOn), exportfile.DateOf(m.WarrantyUntil), m.ContractName,
		exportfile.DateOf(m.ContractUntil), strings.Join(software, "; "), strings.Join(m.Options, "; "),
		exportfile.DateOf(m.RetiredOn),
	}
}

// Ticket returns a ticket as a row of an exported list.
func (x *Export) Ticket(t *ticketing.Ticket) []any {
	return []any{
		t.Number, t.Subject, x.texts.Text("ticket.type." + string(t.Type)),
		x.texts.Text("ticket.status." + string(t.Status)), optional.OrEmpty(t.Contact).FullName,
		optional.OrEmpty(t.Assignee).FullName, t.Machine, t.SerialNumber, optional.OrEmpty(t.Location).Name,
		t.CreatedAt, t.UpdatedAt,
	}
}

// User returns a user as a row of an exported list.
func (x *Export) User(u *useradmin.ManagedUser) []any {
	organizations := convert.All(u.Organizations, func(o *useradmin.ManagedOrganization) string { return o.Name })
	accesses := convert.All(u.Accesses, func(a *useradmin.Access) string {
		state := x.texts.Text("users.status." + string(a.Status))
		if len(u.Organizations) > 1 && a.Organization != nil {
			state += ", " + a.Organization.Name
		}
		return x.serviceName(a.Application) + " (" + state + ")"
	})
	return []any{
		u.FirstName, u.LastName, u.Email, x.texts.Text("users.status." + string(u.Status)),
		x.texts.Text("users.role." + string(u.Role)), strings.Join(organizations, "; "), strings.Join(accesses, "; "),
		u.SubRegion, useradmin.CountryName(x.siteCtx, u.Country), u.City, optional.OrEmpty(u.RequestedBy).FullName,
		optional.OrEmpty(u.RequestedAt),
	}
}

// AuditEntry returns an entry as a row of an exported audit log.
func (x *Export) AuditEntry(e *useradmin.AuditEntry) []any {
	actor, undone, application, role := optional.OrEmpty(e.Actor), "", "", ""
	if e.IsUndo {
		undone = x.texts.Text("users.log.undone")
	}
	if e.Application != nil {
		application = x.serviceName(*e.Application)
	}
	if e.Role != nil {
		role = x.texts.Text("users.role." + string(*e.Role))
	}
	applications := convert.All(e.Applications, func(s portal.Service) string { return x.serviceName(s) })
	action := strings.ReplaceAll(x.texts.Text("users.done."+string(e.Action)), "{name}", e.UserName)
	return []any{
		e.At, actor.FullName, optional.OrEmpty(e.ActorEmail), actor.ID, action, undone, e.UserName,
		optional.OrEmpty(e.UserEmail), e.UserID, optional.OrEmpty(e.Organization), application,
		x.stateName(optional.OrEmpty(e.Before)), x.stateName(optional.OrEmpty(e.After)), role,
		strings.Join(applications, "; "), optional.OrEmpty(e.Reason),
	}
}

// stateName returns the name of a state before or after an action: the status of an access, a role or an edition.
func (x *Export) stateName(state string) string {
	for _, prefix := range []string{"users.status.", "users.role.", "portal.userType."} {
		if text, ok := x.texts[prefix+state]; ok {
			return text
		}
	}
	return state
}

func (x *Export) serviceName(s portal.Service) string {
	return x.texts.Text("portal.service." + string(s) + ".title")
}
