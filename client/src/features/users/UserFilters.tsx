import { useIntl } from "react-intl";
import type { ManagedUserListFragment } from "~/graph/generated/graphql";
import type { TextId } from "~/i18n/textId";
import { ListingCheckbox, ListingChoices, ListingMenu } from "~/ui/listing/ListingFilters";

/** The texts of options whose label is a code. */
const codeTexts: Readonly<Record<string, (code: string) => string>> = {
  status: (code) => `users.status.${code}`,
  role: (code) => `users.role.${code}`,
  application: (code) => `portal.service.${code}.title`,
};

/** The filters of the list of users, as the graph returns them. */
export function UserFilters({ list }: { list: ManagedUserListFragment }) {
  const { formatMessage } = useIntl();
  const linkTo = (id: string) => {
    const organization = list.organizations.find((one) => one.id === id);
    return (
      organization && {
        url: organization.url,
        label: formatMessage({ id: "users.organization.show" }, { name: organization.name }),
      }
    );
  };
  return (
    <>
      {list.view === "MATRIX" && <input type="hidden" name="view" value="matrix" />}
      <ListingMenu
        label={formatMessage({ id: "users.order" })}
        name="sort"
        value={list.order}
        options={list.orderOptions.map((order) => ({
          value: order,
          label: formatMessage({ id: `users.order.${order}` }),
        }))}
      />
      <ListingCheckbox
        name="desc"
        value="true"
        selected={list.isDescending}
        label={formatMessage({ id: "users.descending" })}
      />
      {list.filters.map(({ name, isCounted, options }) => {
        const textOf = codeTexts[name];
        return (
          <ListingChoices
            key={name}
            legend={formatMessage({ id: `users.filter.${name}` as TextId })}
            name={name}
            options={options.map(({ value, label, count, selected }) => ({
              value,
              link: name === "organization" ? linkTo(value) : undefined,
              ...(isCounted || count > 0 ? { count } : {}),
              label: textOf ? formatMessage({ id: textOf(value) as TextId }) : label,
              selected,
            }))}
          />
        );
      })}
    </>
  );
}
