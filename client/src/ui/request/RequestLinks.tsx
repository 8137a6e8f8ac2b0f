import { useIntl } from "react-intl";
import { type Requested, type RequestParameters, withParameters } from "~/lib/url/requestUrl";
import { ButtonLink, type ButtonLinkProps } from "~/ui/button/Button";

export interface RequestLinksProps extends Omit<RequestParameters, "what"> {
  /** The URL of a request, with its product if there is one. */
  requestUrl: string;
  /** What can be requested; the first one is the primary action. */
  offered: readonly Exclude<Requested, "sampleTest">[];
  size?: ButtonLinkProps["size"];
  /** The class of each link. */
  className?: string | undefined;
  onClick?: () => void;
}

/** Links to the form that requests a quote, a demonstration or a call. */
export function RequestLinks({
  requestUrl,
  offered,
  size = "medium",
  className,
  onClick,
  ...parameters
}: RequestLinksProps) {
  const { formatMessage } = useIntl();
  return offered.map((what, i) => (
    <ButtonLink
      key={what}
      size={size}
      className={className}
      variant={i === 0 ? "primary" : "secondary"}
      target={{ kind: "ROUTE", url: withParameters(requestUrl, { what, ...parameters }) }}
      {...(onClick && { onClick })}
    >
      {formatMessage({ id: `request.${what}` })}
    </ButtonLink>
  ));
}
