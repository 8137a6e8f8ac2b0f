package form

// messages are the messages of fields in English (FORM-2, FORM-3, FORM-9). Their keys are the ids of the translations
// in the client: `form.error.<key>`.
var messages = map[string]string{ //nolint:gosec // texts about passwords
	"invalid":          "Please enter a valid value.",
	"telephone":        "Please enter a valid telephone number.",
	"checkbox":         "Please select the checkbox to continue.",
	"email":            "Please provide a valid email address",
	"firstName":        "Please enter your first name",
	"inviteeFirstName": "Please enter the first name",
	"inviteeLastName":  "Please enter the last name",
	"lastName":         "Please enter your last name",
	"employer":         "Please enter the company you work for",
	"countryIn":        "Please enter the country you're in",
	"product":          "Please specify the product your request regards",
	"productSerial":    "Please enter the serial number of your product",
	"message":          "Please add some more details",
	"emailMissing":     "Please enter your email",
	"company":          "Please enter your company",
	"address":          "Please enter your address",
	"zipCode":          "Please enter your postcode",
	"city":             "Please enter your city",
	"state":            "Please enter your state or region",
	"country":          "Please select your country",
	"returnAddress":    "Please enter the return address",
	"returnZipCode":    "Please enter the postcode of the return address",
	"returnCity":       "Please enter the city of the return address",
	"returnState":      "Please enter the state or region of the return address",
	"returnCountry":    "Please select the country of the return address",
	"machineName":      "Please enter the machine name",
	"serialNumber":     "Please enter the serial number",
	"requestedService": "Please select a requested service",
	"subject":          "Please enter a subject",
	"description":      "Please enter a description",
	"caseId":           "Please enter the case ID",
	"location":         "Please select a location",
	"type":             "Please select a ticket type",
	"concern":          "Please select the process of the machine concerned",
	"denialReason":     "Please enter a reason",
	"comment":          "Please enter a comment",
	"reason":           "Please select a reason",
	"password":         "Please enter a password",
	"oneTimeCode":      "Please enter the six-digit code",
	"name":             "Please enter your name",
	"telephoneNumber":  "Please enter your telephone number",
	"requestedAction":  "Please choose what you would like",
	"crossSection":     "Please enter a cross-section, such as 0.5 mm² or AWG 22",
	"yearlyQuantity":   "Please enter a number of pieces, such as 50,000",
}

// The groups of fields. The portal's forms use them too.
const (
	GroupPerson  = "person"
	GroupAddress = "address"
	groupReturn  = "returnAddress"
	GroupRequest = "request"
	GroupMachine = "machine"
	groupConsent = "consent"
	groupTask    = "task"
)

// RequestedField is the field of a product request that says what is requested, by one of the following values.
const (
	RequestedField = "requested"
	Quote          = "quote"
	Demonstration  = "demonstration"
	SampleTest     = "sampleTest"
	CallBack       = "callBack"
)

// feedback are the fields of a visitor's opinion of a page.
var feedback = []Field{
	NewField("helpful", Choice, "", "", "invalid").WithOptions("yes", "no"),
	NewField("comment", LongText, "", "", "").Optional(),
}

// definitions are the public forms. Each asks for the name, company, email, telephone and country in this order, then
// for its subject (FORM-47). What a product request asks for comes first: a call requires the telephone number.
var definitions = []*Definition{
	{
		Kind: OSSRequest,
		Fields: []Field{
			NewField("firstName", Text, GroupPerson, "given-name", "firstName"),
			NewField("lastName", Text, GroupPerson, "family-name", "lastName"),
			NewField("company", Text, GroupPerson, "organization", "employer"),
			NewField("email", Email, GroupPerson, "email", "email"),
			NewField("country", Country, GroupPerson, "country", "countryIn"),
			NewField("product", Text, GroupMachine, "", "product"),
			NewField("serialNumber", Text, GroupMachine, "", "productSerial"),
			NewField("message", LongText, GroupMachine, "", "message"),
		},
	},
	{
		Kind: ServiceRequest,
		Fields: []Field{
			NewField("firstName", Text, GroupPerson, "given-name", "firstName"),
			NewField("lastName", Text, GroupPerson, "family-name", "lastName"),
			NewField("company", Text, GroupPerson, "organization", "company"),
			NewField("email", Email, GroupPerson, "email", "emailMissing"),
			NewField("telephone", Telephone, GroupPerson, "tel", "telephone").OrEmpty(),
			NewField("address", Text, GroupAddress, "address-line1", "address"),
			NewField("zipCode", Text, GroupAddress, "postal-code", "zipCode"),
			NewField("city", Text, GroupAddress, "address-level2", "city"),
			NewField("state", Text, GroupAddress, "address-level1", "state"),
			NewField("country", Country, GroupAddress, "country", "country"),
			NewField("hasReturnAddress", Checkbox, GroupAddress, "", "").Optional(),
			NewField(
				"returnAddress", Text, groupReturn, "shipping address-line1", "returnAddress",
			).shownWhen("hasReturnAddress"),
			NewField(
				"returnZipCode", Text, groupReturn, "shipping postal-code", "returnZipCode",
			).shownWhen("hasReturnAddress"),
			NewField(
				"returnCity", Text, groupReturn, "shipping address-level2", "returnCity",
			).shownWhen("hasReturnAddress"),
			NewField(
				"returnState", Text, groupReturn, "shipping address-level1", "returnState",
			).shownWhen("hasReturnAddress"),
			NewField(
				"returnCountry", Country, groupReturn, "shipping country", "returnCountry",
			).shownWhen("hasReturnAddress"),
			NewField("machineName", Text, GroupMachine, "", "machineName"),
			NewField("serialNumber", Text, GroupMachine, "", "serialNumber"),
			NewField("warranty", Choice, GroupMachine, "", "").Optional().WithOptions("yes", "no", "unknown"),
			NewField("serviceContract", Choice, GroupMachine, "", "").Optional().WithOptions("yes", "no", "unknown"),
			NewField("requestedService", Choice, GroupRequest, "", "requestedService").
				WithOptions("repair", "maintenance", "calibration", "spareParts", "retrofit", "training", "consulting"),
			NewField(
				"requestReason",
				Choice,
				GroupRequest,
				"",
				"",
			).Optional().WithOptions(
				"standstill",
				"malfunction",
				"quality",
				"prevention",
				"question",
			),
			NewField("subject", Text, GroupRequest, "", "subject"),
			NewField("description", LongText, GroupRequest, "", "description"),
			NewField("refersToCase", Checkbox, GroupRequest, "", "").Optional(),
			NewField("caseId", Text, GroupRequest, "", "caseId").shownWhen("refersToCase"),
			NewField("attachments", Files, GroupRequest, "", "").Optional(),
		},
	},
	{
		Kind: Whitepaper,
		Fields: []Field{
			NewField("firstName", Text, GroupPerson, "given-name", "firstName"),
			NewField("lastName", Text, GroupPerson, "family-name", "lastName"),
			NewField("company", Text, GroupPerson, "organization", "employer"),
			NewField("email", Email, GroupPerson, "email", "email"),
			NewField("country", Country, GroupPerson, "country", "countryIn"),
			NewField("consent", Checkbox, groupConsent, "", "checkbox"),
		},
	},
	{Kind: StoryFeedback, Fields: feedback},
	{Kind: ProductFeedback, Fields: feedback},
	{
		Kind: ProductRequest,
		Fields: []Field{
			NewField(RequestedField, Choice, "", "", "requestedAction").
				WithOptions(Quote, Demonstration, SampleTest, CallBack),
			NewField("name", Text, "", "name", "name"),
			NewField("company", Text, "", "organization", "company"),
			NewField("email", Email, "", "email", "emailMissing"),
			NewField("telephone", Telephone, "", "tel", "telephoneNumber").requiredWhen(RequestedField, CallBack),
			NewField("country", Country, "", "country", "country"),
			NewField("crossSection", Text, groupTask, "", "crossSection").OrEmpty().withPattern(crossSectionPattern),
			NewField("terminal", Text, groupTask, "", "").Optional(),
			NewField("yearlyQuantity", Text, groupTask, "", "yearlyQuantity").OrEmpty().withPattern(quantityPattern),
			NewField("sendsSamples", Checkbox, groupTask, "", "").Optional(),
			NewField("message", LongText, groupTask, "", "").Optional(),
		},
	},
	{
		Kind: Application,
		Fields: []Field{
			NewField("name", Text, "", "name", "name"),
			NewField("email", Email, "", "email", "emailMissing"),
			NewField("telephone", Telephone, "", "tel", "telephone").OrEmpty(),
			NewField("message", LongText, "", "", "").Optional(),
			NewField("documents", Files, "", "", "").Optional().WithFiles(&Documents),
		},
	},
}
