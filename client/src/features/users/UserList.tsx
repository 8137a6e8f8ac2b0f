import { useState } from "react";
import { useIntl } from "react-intl";
import type { ManagedUserListFragment } from "~/graph/generated/graphql";
import { Button } from "~/ui/button/Button";
import { ExportLinks } from "~/ui/record/ExportLinks";
import { PlusIcon } from "~/ui/icon/iconSet";
import { ListPage } from "~/ui/listing/ListPage";
import { Listing } from "~/ui/listing/Listing";
import { ListingSearch } from "~/ui/listing/ListingFilters";
import { ActionNotice, type Notice } from "./ActionNotice";
import { BulkActions } from "./BulkActions";
import { ImportDialog } from "./ImportDialog";
import { InviteDialog } from "./InviteDialog";
import { MembershipRequests } from "./MembershipRequests";
import { UserFilters } from "./UserFilters";
import { UserMatrix } from "./UserMatrix";
import { UserRows } from "./UserRows";
import { ViewSwitch } from "./ViewSwitch";
import { useActionFlow } from "./useActionFlow";

export interface UserListProps {
  title: string;
  list: ManagedUserListFragment;
  /** Called after users were changed: reloads the page. */
  onChanged: () => Promise<void>;
}

/** The users of the administrator's organizations, with filters, invitations and bulk actions. */
export function UserList({ title, list, onChanged }: UserListProps) {
  const { formatMessage } = useIntl();
  const [isInviting, setInviting] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const [notice, setNotice] = useState<Notice>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const selectedUsers = list.users.filter(({ id }) => selected.has(id));

  const select = (id: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const flow = useActionFlow({ denialFields: list.denialFields, onNotice: setNotice, onChanged });
  return (
    <ListPage
      title={title}
      hasRecords={list.users.length > 0}
      actions={
        <>
          <Button size="small" icon={<PlusIcon size={16} />} onClick={() => setInviting(true)}>
            {formatMessage({ id: "users.invite" })}
          </Button>
          <Button
            size="small"
            variant="secondary"
            aria-label={formatMessage({ id: "users.import" })}
            onClick={() => setImporting(true)}
          >
            {formatMessage({ id: "users.import.short" })}
          </Button>
        </>
      }
    >
      <MembershipRequests
        list={list}
        onDecided={(result) => {
          setNotice(result);
          void onChanged();
        }}
      />
      <Listing
        {...list}
        count={formatMessage({ id: list.isTotalExact ? "users.count" : "users.count.more" }, { count: list.total })}
        search={
          <ListingSearch
            label={formatMessage({ id: "users.search" })}
            placeholder={formatMessage({ id: "users.search.hint" })}
            name="q"
            value={list.text}
          />
        }
        tools={<ViewSwitch list={list} />}
        filters={<UserFilters list={list} />}
      >
        {list.view === "MATRIX" && list.users.length > 0 && (
          <UserMatrix
            label={formatMessage({ id: "users.matrix" })}
            users={list.users}
            organizations={list.organizations}
            flow={flow}
          />
        )}
        {list.view === "LIST" && list.users.length > 0 && (
          <UserRows
            label={title}
            users={list.users}
            selected={selected}
            onSelect={select}
            order={{ by: list.order, isDescending: list.isDescending }}
          />
        )}
        {list.view === "LIST" && (
          <BulkActions
            users={selectedUsers}
            denialFields={list.denialFields}
            onSelect={(ids) => setSelected(new Set(ids))}
            onNotice={setNotice}
            onDone={onChanged}
          />
        )}
      </Listing>
      {list.total > 0 && <ExportLinks csv={list.exportUrl} xlsx={list.exportXlsxUrl} />}
      <ActionNotice
        notice={notice}
        onUndo={(id) => void flow.undo(notice?.name ?? "", id)}
        keepsFocus={list.view === "MATRIX"}
      />
      {flow.dialog}
      {isImporting && <ImportDialog list={list} onClose={() => setImporting(false)} onSent={onChanged} />}
      {isInviting && (
        <InviteDialog
          list={list}
          onClose={() => setInviting(false)}
          onInvited={(name) => {
            setInviting(false);
            setNotice({ action: "INVITE", name });
            void onChanged();
          }}
        />
      )}
    </ListPage>
  );
}
