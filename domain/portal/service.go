package portal

// Service is a service with a tile in the portal.
type Service string

const (
	// DirectService is an external service with a registration of its own.
	DirectService Service = "DIRECT_SERVICE"
	Ticketing     Service = "TICKETING"
	Inventory     Service = "INVENTORY"
	UserAdmin     Service = "USER_ADMIN"
	// Artemis is wire-flow.
	Artemis Service = "ARTEMIS"
	// MasterDataWM contains the master data of wires, MasterDataMDS that of terminals; both are external services.
	MasterDataWM  Service = "MASTER_DATA_WM"
	MasterDataMDS Service = "MASTER_DATA_MDS"
	// LearningService is the external service for training.
	LearningService Service = "LEARNING"
)

// WireFlowEdition is the edition of wire-flow (Artemis) that a user has.
type WireFlowEdition string

const (
	EditionUnknown    WireFlowEdition = "UNKNOWN"
	EditionOnPremises WireFlowEdition = "ONPREM"
	EditionCloud      WireFlowEdition = "CLOUD"
)

// ServiceURLs are the URLs of services outside the portal; empty for a service that is not available yet.
type ServiceURLs struct {
	Direct, DirectRegistration  string
	WireFlowCloud               string
	MasterDataWM, MasterDataMDS string
	Learning                    string
	// WithoutServicePortal reports that the portal has no tickets, machines and users (site.PartServicePortal).
	WithoutServicePortal bool
}
