/** Social networks as plain links: nothing is loaded from them. */
export const networks: readonly { name: string; shareUrl: (url: string, title: string) => string }[] = [
  { name: "LinkedIn", shareUrl: (url) => withQuery("https://www.linkedin.com/sharing/share-offsite/", { url }) },
  { name: "Facebook", shareUrl: (url) => withQuery("https://www.facebook.com/sharer/sharer.php", { u: url }) },
  { name: "X", shareUrl: (url, title) => withQuery("https://x.com/intent/post", { url, text: title }) },
  { name: "WhatsApp", shareUrl: (url, title) => withQuery("https://wa.me/", { text: `${title} ${url}` }) },
  { name: "Weibo", shareUrl: (url, title) => withQuery("https://service.weibo.com/share/share.php", { url, title }) },
];

/** A `mailto` URL with the page's title and URL. */
export function mailtoUrl(url: string, title: string): string {
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
}

function withQuery(base: string, query: Record<string, string>): string {
  return `${base}?${new URLSearchParams(query).toString()}`;
}
