/** Social networks as plain links: nothing is loaded from them. */
export const networks: readonly { name: string; address: (url: string, title: string) => string }[] = [
  { name: "LinkedIn", address: (url) => withQuery("https://www.linkedin.com/sharing/share-offsite/", { url }) },
  { name: "Facebook", address: (url) => withQuery("https://www.facebook.com/sharer/sharer.php", { u: url }) },
  { name: "X", address: (url, title) => withQuery("https://x.com/intent/post", { url, text: title }) },
  { name: "WhatsApp", address: (url, title) => withQuery("https://wa.me/", { text: `${title} ${url}` }) },
  { name: "Weibo", address: (url, title) => withQuery("https://service.weibo.com/share/share.php", { url, title }) },
];

/** A `mailto` address with the page's title and address. */
export function mailAddress(url: string, title: string): string {
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
}

function withQuery(base: string, query: Record<string, string>): string {
  return `${base}?${new URLSearchParams(query).toString()}`;
}
