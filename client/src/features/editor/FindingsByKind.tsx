import { useApolloClient } from "@apollo/client/react";
import { useIntl } from "react-intl";
import {
  type ContentFindingKind,
  ContentReportFindingsDocument,
  type EditorAreaViewFragment,
} from "~/graph/generated/graphql";
import { upToDate } from "~/graph/upToDate";
import { FindingList } from "./FindingList";
import { ContentReportSection } from "./ContentReportSection";

export interface FindingsByKindProps {
  area: EditorAreaViewFragment;
  kind: ContentFindingKind;
  count: number;
}

/** The findings of one kind, which are loaded when the list is opened. */
export function FindingsByKind({ area, kind, count }: FindingsByKindProps) {
  const { formatMessage } = useIntl();
  const client = useApolloClient();
  const loadPage = async (after: string | undefined) => {
    const { data } = await client.query({
      query: ContentReportFindingsDocument,
      variables: { site: area.site.id, locale: area.locale.code, kind, ...(after && { after }) },
      ...upToDate,
    });
    return data?.contentReport?.findings;
  };
  return (
    <ContentReportSection
      title={formatMessage({ id: `editor.report.kind.${kind}` })}
      count={count}
      explanation={formatMessage({ id: `editor.report.about.${kind}` })}
      loadPage={loadPage}
    >
      {(findings) => <FindingList findings={findings} />}
    </ContentReportSection>
  );
}
