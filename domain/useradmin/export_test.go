package useradmin

// ActorRoles are all roles.
var ActorRoles = []ActorRole{ActorAnonymous, ActorCustomer, ActorEmployee, ActorExternalAdmin, ActorInternalAdmin}

// Relations are all relations.
var Relations = []Relation{RelationNew, RelationSelf, RelationCommon, RelationForeign, RelationDeleted}

// TargetKinds are all kinds.
var TargetKinds = []TargetKind{TargetCustomer, TargetExternalAdmin, TargetEmployee, TargetInternalAdmin}
