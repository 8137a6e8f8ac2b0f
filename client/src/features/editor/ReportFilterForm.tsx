import type { SubmitEvent } from "react";
import { useIntl } from "react-intl";
import type { ContentReportViewFragment } from "~/graph/generated/graphql";
import { reportParameters } from "~/lib/url/clientParameters";
import { Button } from "~/ui/button/Button";
import { Select } from "~/ui/input/Select";
import { TextField } from "~/ui/input/TextField";
import { useUrlValue } from "~/ui/input/useUrlValue";
import { maxSearch, type ReportFilter, severities } from "./reportFilter";
import styles from "./ReportFilterForm.module.css";
import type { ChangeUrl } from "./useAreaUrl";

export interface ReportFilterFormProps {
  report: ContentReportViewFragment;
  filter: ReportFilter;
  onChange: ChangeUrl;
}

/** Chooses the findings that the report of a site shows. The choice is in the URL. */
export function ReportFilterForm({ report, filter, onChange }: ReportFilterFormProps) {
  const { formatMessage } = useIntl();
  const { severity = "", kind = "", search = "" } = filter;
  const searchField = useUrlValue<HTMLInputElement>(search, (field) => {
    field.value = search;
  });
  const change = (changes: Parameters<ChangeUrl>[0]) => onChange(changes, { replace: true });
  const kinds = report.counts.filter((entry) => !severity || entry.severity === severity);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get(reportParameters.search);
    change({ [reportParameters.search]: typeof text === "string" ? text.trim() : "" });
  };
  const sum = (wanted: string) =>
    report.counts.reduce((total, entry) => total + (entry.severity === wanted ? entry.count : 0), 0);
  return (
    <form className={styles.filter} aria-label={formatMessage({ id: "editor.report.filter" })} onSubmit={submit}>
      <Select
        isFilter
        className={styles.field}
        label={formatMessage({ id: "editor.report.column.severity" })}
        value={severity}
        options={[
          { value: "", label: formatMessage({ id: "editor.report.filter.all" }) },
          ...severities.map((value) => ({
            value,
            label: `${formatMessage({ id: `editor.report.severity.${value}` })} (${sum(value)})`,
          })),
        ]}
        onChange={(event) => change({ [reportParameters.severity]: event.target.value, [reportParameters.kind]: "" })}
      />
      <Select
        isFilter
        className={styles.field}
        label={formatMessage({ id: "editor.report.column.kind" })}
        value={kind}
        options={[
          { value: "", label: formatMessage({ id: "editor.report.filter.all" }) },
          ...kinds.map((entry) => ({
            value: entry.kind,
            label: `${formatMessage({ id: `editor.report.kind.${entry.kind}` })} (${entry.count})`,
          })),
        ]}
        onChange={(event) => change({ [reportParameters.kind]: event.target.value })}
      />
      <TextField
        isFilter
        ref={searchField}
        type="search"
        name={reportParameters.search}
        className={styles.field}
        label={formatMessage({ id: "editor.report.filter.text" })}
        defaultValue={search}
        maxLength={maxSearch}
        onChange={(event) => {
          if (!event.target.value && search) change({ [reportParameters.search]: "" });
        }}
      />
      <Button type="submit" size="small" variant="secondary">
        {formatMessage({ id: "editor.report.filter.apply" })}
      </Button>
    </form>
  );
}
