import { useState } from "react";
import { Button, ButtonLink, type ButtonVariant } from "~/ui/button/Button";
import { ArrowRightIcon, CloseIcon, DownloadIcon } from "~/ui/icon/iconSet";
import { Spinner } from "~/ui/spinner/Spinner";
import { Specimen, SpecimenPage } from "../Specimen";

const variants: readonly ButtonVariant[] = ["primary", "secondary", "quiet"];
const grounds = [undefined, "surface", "inverse", "accent"] as const;

/** Buttons and spinners in every state. */
export function ButtonsPage() {
  const [loading, setLoading] = useState(false);
  return (
    <SpecimenPage
      title="Buttons"
      lead="Buttons start an action on this page. Links that are calls to action look like buttons."
    >
      {grounds.map((ground) => (
        <Specimen key={ground ?? "page"} title={`Variants on the ${ground ?? "page"} ground`} ground={ground}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
          {variants.map((variant) => (
            <Button key={variant} variant={variant} size="small" trailingIcon={<ArrowRightIcon size={16} />}>
              {variant}, small
            </Button>
          ))}
        </Specimen>
      ))}
      <Specimen title="With icons">
        <Button icon={<DownloadIcon />}>Data sheet</Button>
        <Button variant="secondary" icon={<DownloadIcon />}>
          Data sheet
        </Button>
        <Button variant="secondary" icon={<CloseIcon />} aria-label="Close" />
        <Button variant="quiet" icon={<CloseIcon />} aria-label="Close" />
      </Specimen>
      <Specimen title="Disabled">
        {variants.map((variant) => (
          <Button key={variant} variant={variant} disabled>
            {variant}
          </Button>
        ))}
      </Specimen>
      <Specimen title="Loading: a spinner in place of the content, and disabled">
        {variants.map((variant) => (
          <Button key={variant} variant={variant} loading>
            {variant}
          </Button>
        ))}
        <Button
          loading={loading}
          onClick={() => {
            setLoading(true);
            setTimeout(() => setLoading(false), 2000);
          }}
        >
          Load for two seconds
        </Button>
      </Specimen>
      <Specimen title="Links">
        <ButtonLink target={{ kind: "ROUTE", url: "/style-guide", text: "A route" }} />
        <ButtonLink
          variant="quiet"
          target={{ kind: "ROUTE", url: "/style-guide", text: "A quiet route" }}
          trailingIcon={<ArrowRightIcon size={16} />}
        />
        <ButtonLink variant="secondary" target={{ kind: "PLAIN", url: "/style-guide", text: "A plain link" }} />
        <ButtonLink variant="secondary" target={{ kind: "NONE", text: "No target: a button" }} />
      </Specimen>
      <Specimen title="Spinners in 16, 24 and 48 pixels">
        <Spinner size={16} />
        <Spinner />
        <Spinner size={48} />
      </Specimen>
    </SpecimenPage>
  );
}
