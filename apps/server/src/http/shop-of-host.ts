import type { Config } from '../config.ts'

type Shops = Pick<Config, 'shop_hosts' | 'default_shop_id'>

/** The shop that a host name stands for: `SHOP_HOSTS=wholesale.example=3`, else the installation's default. */
export function shopOfHost(config: Shops, host: string | undefined): number {
  return config.shop_hosts.get((host ?? '').replace(/:\d+$/, '').toLowerCase()) ?? config.default_shop_id
}

/** `x-shop-id` of a call, the default where it is not given; null: what was sent is not one id. */
export function shopOfHeader(
  config: Pick<Shops, 'default_shop_id'>,
  header: string | string[] | undefined,
): number | null {
  if (header === undefined || header === '') return config.default_shop_id
  return typeof header === 'string' && /^[1-9]\d{0,8}$/.test(header) ? Number(header) : null
}
