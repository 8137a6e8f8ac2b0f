import { useIntl } from "react-intl";
import { ButtonLink } from "~/ui/button/Button";
import { ArrowRightIcon } from "~/ui/icon/iconSet";

/** A link to the list of positions. */
export function AllPositions({ url }: { url: string }) {
  const { formatMessage } = useIntl();
  return (
    <ButtonLink variant="secondary" target={{ kind: "ROUTE", url }} trailingIcon={<ArrowRightIcon size={16} />}>
      {formatMessage({ id: "position.all" })}
    </ButtonLink>
  );
}
