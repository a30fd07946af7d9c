import type { Config } from '../config/config.ts'

type Shops = Pick<Config, 'shop_hosts' | 'default_shop_id'>

/** The shop that a host name stands for: `SHOP_HOSTS=wholesale.example=3`, else the installation's default. */
export function shopOfHost(config: Shops, host: string | undefined): number {
  return config.shop_hosts.get((host ?? '').replace(/:\d+$/, '').toLowerCase()) ?? config.default_shop_id
}

/** `x-shop-id` of a call, or the shop of its host; null: the header is not exactly one id. */
export function shopOfCall(
  config: Shops,
  header: string | string[] | undefined,
  host: string | undefined,
): number | null {
  // A browser or provider that comes from another site knows only the URL and sends no header.
  if (header === undefined || header === '') return shopOfHost(config, host)
  return typeof header === 'string' && /^[1-9]\d{0,8}$/.test(header) ? Number(header) : null
}
