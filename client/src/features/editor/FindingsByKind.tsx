import { useApolloClient } from "@apollo/client/react";
import { useState } from "react";
import { useIntl } from "react-intl";
import {
  type ContentFindingKind,
  type ContentFindingViewFragment,
  ContentReportFindingsDocument,
  type EditorAreaViewFragment,
} from "~/graph/generated/graphql";
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
  const [findings, setFindings] = useState<readonly ContentFindingViewFragment[]>([]);
  const fetchEntries = async (after: string | undefined) => {
    const { data } = await client.query({
      query: ContentReportFindingsDocument,
      variables: { site: area.site.id, locale: area.locale.code, kind, ...(after && { after }) },
      fetchPolicy: "no-cache",
    });
    const part = data?.contentReport?.findings;
    if (!part) throw new Error("The findings are missing in the answer.");
    const nodes = part.edges.map(({ node }) => node);
    setFindings((previous) => (after ? [...previous, ...nodes] : nodes));
    return part.pageInfo.hasNextPage ? (part.pageInfo.endCursor ?? undefined) : undefined;
  };
  return (
    <ContentReportSection
      title={formatMessage({ id: `editor.report.kind.${kind}` })}
      count={count}
      explanation={formatMessage({ id: `editor.report.about.${kind}` })}
      fetchEntries={fetchEntries}
    >
      <FindingList findings={findings} />
    </ContentReportSection>
  );
}
