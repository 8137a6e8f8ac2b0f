import { useState } from "react";
import { useIntl } from "react-intl";
import type { UserActivityFragment } from "~/graph/generated/graphql";
import { ListPage } from "~/ui/listing/ListPage";
import { Listing } from "~/ui/listing/Listing";
import { ListingChoices, ListingDate, ListingSearch, ListingSelect } from "~/ui/listing/ListingFilters";
import { ExportLinks } from "~/ui/record/ExportLinks";
import { ActionNotice, type Notice } from "./ActionNotice";
import { AuditTable } from "./AuditTable";
import { useUserTexts } from "./userTexts";
import { useUserAction } from "./useUserAction";

export interface UserActivityProps {
  title: string;
  log: UserActivityFragment;
  /** Called after an undo: reloads the page. */
  onChanged: () => Promise<void>;
}

/** The audit log, filtered by person, days and organization, with an export of what is shown. */
export function UserActivity({ title, log, onChanged }: UserActivityProps) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  const { undo } = useUserAction();
  const [notice, setNotice] = useState<Notice>();
  const undoEntry = async (id: string, name: string) => {
    setNotice({ isUndo: true, name, ...(await undo(id)) });
    await onChanged();
  };
  return (
    <ListPage
      title={title}
      hasRecords={log.entries.length > 0}
      actions={log.entries.length > 0 && <ExportLinks csv={log.exportUrl} xlsx={log.exportXlsxUrl} />}
    >
      <Listing
        total={log.entries.length}
        none={log.isFiltered ? undefined : formatMessage({ id: "users.log.none" })}
        isFiltered={log.isFiltered}
        resetUrl={log.resetUrl}
        previousUrl={log.newestUrl}
        nextUrl={log.nextUrl}
        count={formatMessage({ id: "users.log.count" }, { count: log.entries.length })}
        search={
          <ListingSearch
            label={formatMessage({ id: "users.log.person" })}
            placeholder={formatMessage({ id: "users.log.person.hint" })}
            name="q"
            value={log.text}
          />
        }
        filters={
          <>
            {log.userId && <input type="hidden" name="user" value={log.userId} />}
            <ListingDate name="from" label={formatMessage({ id: "users.log.from" })} value={log.from ?? ""} />
            <ListingDate name="until" label={formatMessage({ id: "users.log.until" })} value={log.until ?? ""} />
            <ListingSelect
              label={formatMessage({ id: "users.log.action" })}
              name="action"
              options={log.actions.map((option) => ({ ...option, label: texts.loggedAction(option.value) }))}
            />
            {log.organizations.length > 1 && (
              <ListingChoices
                legend={formatMessage({ id: "users.log.organization" })}
                name="organization"
                options={log.organizations}
              />
            )}
          </>
        }
      >
        {log.entries.length > 0 && (
          <AuditTable label={title} entries={log.entries} onUndo={(id, name) => void undoEntry(id, name)} />
        )}
      </Listing>
      <ActionNotice notice={notice} onUndo={(id) => void undoEntry(id, notice?.name ?? "")} />
    </ListPage>
  );
}
