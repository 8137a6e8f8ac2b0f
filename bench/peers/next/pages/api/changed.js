/** The webhook of the PIM: the pages of a product that were made are made anew, in all languages. */
export default async function changed({ body: { slug, languages } }, response) {
  for (const language of languages) {
    await response.revalidate(`/isr/${language}/${slug}`, { unstable_onlyGenerated: true });
  }
  response.status(204).end();
}
