-- +goose Up
-- The external administrator role belongs to a membership. An administrator who granted it before the member accepted
-- the invitation must still administer the organization at the acceptance; empty for a role without this condition.
ALTER TABLE memberships ADD COLUMN is_administrator INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memberships ADD COLUMN administrator_by TEXT NOT NULL DEFAULT '';
UPDATE memberships SET is_administrator = 1
  WHERE user_id IN (SELECT user_id FROM roles WHERE role LIKE '%kmx\_delegatedadmin\_extern%' ESCAPE '\');
CREATE INDEX memberships_of_administrators ON memberships (organization_id, user_id) WHERE is_administrator = 1;

-- An access belongs to a membership. Its organization is empty for a user without organizations, whose rights another
-- identity server has granted.
CREATE TABLE membership_accesses (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  application TEXT NOT NULL,
  status TEXT NOT NULL,
  -- Empty for applications without editions.
  edition TEXT NOT NULL DEFAULT '',
  requested_at INTEGER,
  reason TEXT NOT NULL DEFAULT '',
  expires_at INTEGER,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, organization_id, application)
) STRICT, WITHOUT ROWID;
-- A present access applies to the memberships in organizations that offer the application; to all memberships if none
-- offers it.
INSERT INTO membership_accesses
  SELECT a.user_id, m.organization_id, a.application, a.status, a.edition, a.requested_at, a.reason, a.expires_at,
    a.changed_at
  FROM accesses a JOIN memberships m ON m.user_id = a.user_id
  WHERE EXISTS (SELECT 1 FROM organization_applications o
      WHERE o.organization_id = m.organization_id AND o.application = a.application)
    OR NOT EXISTS (SELECT 1 FROM memberships n JOIN organization_applications o ON o.organization_id = n.organization_id
      WHERE n.user_id = a.user_id AND o.application = a.application)
  UNION ALL
  SELECT a.user_id, '', a.application, a.status, a.edition, a.requested_at, a.reason, a.expires_at, a.changed_at
  FROM accesses a WHERE NOT EXISTS (SELECT 1 FROM memberships m WHERE m.user_id = a.user_id);
DROP TABLE accesses;
ALTER TABLE membership_accesses RENAME TO accesses;
CREATE INDEX accesses_expiry ON accesses (expires_at) WHERE status = 'INVITED';

-- The organization of an invitation to an application; empty for an invitation to the portal.
ALTER TABLE invitations ADD COLUMN organization_id TEXT NOT NULL DEFAULT '';
UPDATE invitations SET organization_id = coalesce((SELECT min(a.organization_id) FROM accesses a
  WHERE a.user_id = invitations.user_id AND a.application = invitations.application
    AND a.status IN ('INVITED', 'INVITE_EXPIRED')), '') WHERE application <> '';

-- The rights of an undo have another form. It would have expired after ten minutes.
DELETE FROM undos;

-- The input of an action, to recognize another input with the same key; empty for earlier actions.
ALTER TABLE action_keys ADD COLUMN input TEXT NOT NULL DEFAULT '';

-- The addresses at the time of the action, and the role and applications (separated by spaces) of an invitation; empty
-- in earlier entries.
ALTER TABLE audit_log ADD COLUMN actor_email TEXT NOT NULL DEFAULT '';
ALTER TABLE audit_log ADD COLUMN user_email TEXT NOT NULL DEFAULT '';
ALTER TABLE audit_log ADD COLUMN role TEXT NOT NULL DEFAULT '';
ALTER TABLE audit_log ADD COLUMN applications TEXT NOT NULL DEFAULT '';
