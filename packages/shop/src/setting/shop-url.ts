import type { Settings } from '../context.ts'

/** The address of a small picture for mails and cards; empty where there is none. `path` as its row has it. */
export const pictureUrl = (
  settings: Pick<Settings, 'public_url' | 'shop_hosts' | 'image_api'>,
  shopId: number,
  path: string,
) => path && new URL(`${settings.image_api}${path}-320.webp`, `${shopUrl(settings, shopId)}/`).href

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
