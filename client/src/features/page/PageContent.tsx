import type { PageContentFragment } from "~/graph/generated/graphql";
import { Link } from "~/ui/link/Link";
import { Picture } from "~/ui/picture/Picture";

/** A content page, module by module. */
export function PageContent({ page }: { page: PageContentFragment }) {
  const { modules } = page;
  return (
    <>
      {modules.map((m) => {
        switch (m.__typename) {
          case "HeroModule":
            return (
              <section key={m.id}>
                <p>{m.overline}</p>
                <h1>{m.title}</h1>
                <p>{m.lead}</p>
                {m.image && <Picture picture={{ ...m.image, url: m.image.source }} priority />}
                {m.links.map((l, i) => (
                  <Link key={i} target={l} />
                ))}
              </section>
            );
          case "RichTextModule":
            return <section key={m.id} id={m.id} dangerouslySetInnerHTML={{ __html: m.html }} />;
          case "MediaTextModule":
            return (
              <section key={m.id} id={m.id}>
                <h2>{m.title}</h2>
                <div dangerouslySetInnerHTML={{ __html: m.html }} />
                {m.image && <Picture picture={{ ...m.image, url: m.image.source }} />}
              </section>
            );
          case "TeaserGridModule":
            return (
              <section key={m.id} id={m.id}>
                <h2>{m.title}</h2>
                <ul>
                  {m.items.map((t) => (
                    <li key={t.title}>
                      <h3>{t.link ? <Link target={t.link}>{t.title}</Link> : t.title}</h3>
                      <p>{t.text}</p>
                      {t.image && <Picture picture={{ ...t.image, url: t.image.source }} />}
                    </li>
                  ))}
                </ul>
              </section>
            );
          default:
            return null;
        }
      })}
    </>
  );
}
