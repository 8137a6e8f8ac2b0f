import { useIntl } from "react-intl";
import { Head } from "~/features/frame/Head";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { FormControls } from "~/features/page/modules/form/FormControls";
import { PageTitle } from "~/features/page/PageTitle";
import { RequestPage, requestFormId } from "~/features/request/RequestPage";
import type { RequestScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screenModule";
import { PageUnavailable } from "~/routes/site/PageUnavailable";
import { overviewOf } from "../overview";

/** The screen of a request for a quote, a demonstration, a test of samples or a call. */
export function Screen({ resolution, traceId }: ScreenProps<RequestScreenQuery>) {
  const { formatList, formatMessage } = useIntl();
  const { site, locale, breadcrumb, productRequest: request } = resolution;
  if (!request) return <PageUnavailable frame={resolution} traceId={traceId} />;
  const title = formatMessage({ id: "request.title" });
  const names = formatList(
    request.machines.map(({ product }) => product.name),
    { type: "unit" },
  );
  return (
    <SiteFrame frame={resolution} breadcrumb={overviewOf(title, null, breadcrumb).breadcrumb}>
      <Head
        siteName={site.name}
        locale={locale.openGraphCode}
        page={{
          title: names ? `${title}: ${names}` : title,
          alternateVersions: [],
          isHidden: true,
        }}
      />
      <PageTitle title={title} />
      <RequestPage
        key={`${request.about} ${request.requested}`}
        request={request}
        renderForm={(form) => (
          <FormControls
            form={{ ...request, id: requestFormId, site: site.technicalName }}
            radios="requested"
            {...form}
          />
        )}
      />
    </SiteFrame>
  );
}
