import type { Config } from '../config.ts'

/** The shop that a host name stands for: `SHOP_HOSTS=wholesale.example=3`, else the installation's default. */
export function shopOfHost(config: Pick<Config, 'shop_hosts' | 'default_shop_id'>, host: string | undefined): number {
  return config.shop_hosts.get((host ?? '').replace(/:\d+$/, '').toLowerCase()) ?? config.default_shop_id
}
