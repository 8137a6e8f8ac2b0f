import { useIntl } from "react-intl";

/** Links to empty files with the headings that an import reads. */
export function ImportTemplates({ csv, xlsx }: { csv: string; xlsx: string }) {
  const { formatMessage } = useIntl();
  return (
    <p>
      {formatMessage(
        { id: "import.template" },
        {
          csv: (
            <a key="csv" href={csv} download>
              CSV
            </a>
          ),
          xlsx: (
            <a key="xlsx" href={xlsx} download>
              Excel
            </a>
          ),
        },
      )}
    </p>
  );
}
