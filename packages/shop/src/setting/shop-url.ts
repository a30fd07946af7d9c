import type { Settings } from '../context.ts'

/** Where a browser reaches this shop, for links in mails: the host name of its own, if it has one. */
export function shopUrl(
  { public_url, shop_hosts }: Pick<Settings, 'public_url' | 'shop_hosts'>,
  shopId: number,
): string {
  const own = [...(shop_hosts ?? [])].find(([, id]) => id === shopId)?.[0]
  if (own === undefined) return public_url
  const url = new URL(public_url)
  url.hostname = own
  return url.href.replace(/\/+$/, '')
}
