import type { Settings } from '../context.ts'

/** Returns the address of a small picture for mails and cards; empty if there is none. `path` as in its row. */
export const pictureUrl = (
  settings: Pick<Settings, 'public_url' | 'shop_hosts' | 'image_api'>,
  shopId: number,
  path: string,
) => path && new URL(`${settings.image_api}${path}-320.webp`, `${shopUrl(settings, shopId)}/`).href

/** Returns the public address of this shop for links in mails: its own host name, if it has one. */
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
