import '@kushi/shop/hooks'
import type { Queryable } from '@kushi/db/connect'
import { shop } from '@kushi/db/schema/shop'
import type { Context, Ports } from '@kushi/shop/context'
import { loadSealedProviderAccounts } from '@kushi/shop/operation/configuration/sealed-account'
import { openShopValues } from '@kushi/shop/secret-box'
import type { Config } from '../config/config.ts'
import { configOfShop, withoutProviderAccounts } from '../config/shop-config.ts'
import { accountPort } from './account-port.ts'
import { type AccountPorts, accountPorts } from './make-ports.ts'
import { NotifiedCache } from './notified-cache.ts'

/** Returns the ids of all shops of the installation. */
export const listShopIds = async (db: Queryable): Promise<number[]> =>
  (await db.select({ id: shop.id }).from(shop).orderBy(shop.id)).map(({ id }) => id)

/** The part of a request's context that is the same for all callers of one shop. */
export type ShopBase = Pick<Context, 'db' | 'clock' | 'ports' | 'settings' | 'secrets' | 'cache' | 'log' | 'afterwards'>

/** The part that is the same for all shops. */
type Common = Omit<ShopBase, 'ports' | 'settings'>

type OwnPorts = AccountPorts & Pick<Ports, 'account'>

interface BuiltBase {
  sealed: string | null
  config: Config
  base: ShopBase
  close: () => void
}

/** More shops than one process serves at the same time. */
const most = 200

/** Caches what is built from each shop's provider accounts, until the accounts change. */
export class ShopBases {
  readonly #config: Config
  readonly #common: Common
  readonly #withShared: (own: OwnPorts, shop_id: number) => Ports
  /** The accounts of each shop, encrypted. */
  readonly #sealed = new NotifiedCache<string | null>({ entries: most })
  /** Ordered by last use; the most recent is last. */
  readonly #made = new Map<number, BuiltBase>()

  /** `withShared`: adds the ports that all shops share. */
  constructor(config: Config, common: Common, withShared: (own: OwnPorts, shop_id: number) => Ports) {
    this.#config = config
    this.#common = common
    this.#withShared = withShared
  }

  /** A shop's accounts have changed, or a notification may have been missed. */
  forget(): void {
    this.#sealed.clear()
  }

  async base(shop_id: number): Promise<ShopBase> {
    return (await this.#of(shop_id)).base
  }

  async configOf(shop_id: number): Promise<Config> {
    return (await this.#of(shop_id)).config
  }

  close(): void {
    for (const { close } of this.#made.values()) close()
    this.#made.clear()
  }

  async #of(shop_id: number): Promise<BuiltBase> {
    const sealed = await this.#sealed.get(String(shop_id), () => loadSealedProviderAccounts(this.#common.db, shop_id))
    const before = this.#made.get(shop_id)
    this.#made.delete(shop_id)
    if (before && before.sealed !== sealed) before.close()
    const made = before?.sealed === sealed ? before : this.#make(shop_id, sealed)
    this.#made.set(shop_id, made)
    for (const [other, { close }] of this.#made) {
      if (this.#made.size <= most) break
      this.#made.delete(other)
      close()
    }
    return made
  }

  #make(shop_id: number, sealed: string | null): BuiltBase {
    const config = this.#read(shop_id, sealed)
    const { ports, close } = accountPorts(config)
    const base = {
      ...this.#common,
      settings: config,
      ports: this.#withShared({ ...ports, account: accountPort(this.#config, shop_id) }, shop_id),
    }
    return { sealed, config, base, close }
  }

  #read(shop_id: number, sealed: string | null): Config {
    try {
      const own = sealed === null ? {} : openShopValues(this.#common.secrets, shop_id, sealed)
      return configOfShop(this.#config, shop_id, own)
    } catch (error) {
      // Problems are reported by variable name; values never appear in these sentences.
      const problem = error instanceof Error ? error.message : 'unknown'
      this.#common.log.error({ shop_id, problem }, 'the accounts of a shop can not be used: it has none')
      return withoutProviderAccounts(this.#config)
    }
  }
}
