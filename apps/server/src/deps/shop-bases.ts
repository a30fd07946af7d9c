import '@kushi/shop/reactions'
import type { Queryable } from '@kushi/db/connect'
import { shop } from '@kushi/db/schema/shop'
import type { Context, Ports } from '@kushi/shop/context'
import { loadSealed, openAccount } from '@kushi/shop/operation/configuration/sealed-account'
import type { Config } from '../config/config.ts'
import { configOfShop, withoutAccounts } from '../config/shop-config.ts'
import { accountPort } from './account-port.ts'
import { type AccountPorts, accountPorts } from './make-ports.ts'

/** All shops of the installation. */
export const shopsOf = async (db: Queryable): Promise<number[]> =>
  (await db.select({ id: shop.id }).from(shop).orderBy(shop.id)).map(({ id }) => id)

/** The part of a context that is the same for all callers of one shop. */
export type ShopBase = Pick<Context, 'db' | 'clock' | 'ports' | 'settings' | 'secrets' | 'kept' | 'log' | 'afterwards'>

/** The part that is the same for all shops. */
type Common = Omit<ShopBase, 'ports' | 'settings'>

type Own = AccountPorts & Pick<Ports, 'account'>

interface Made {
  sealed: string | null
  config: Config
  base: ShopBase
  close: () => void
}

interface Kept {
  generation: number
  made: Promise<Made>
}

/** More shops than one process serves at the same time. */
const most = 200

/** Caches what is built from each shop's provider accounts, until the accounts change. */
export class ShopBases {
  readonly #config: Config
  readonly #common: Common
  readonly #withShared: (own: Own, shop_id: number) => Ports
  /** Ordered by last use; the most recent is last. */
  readonly #kept = new Map<number, Kept>()
  #generation = 0

  /** `withShared`: adds the ports that all shops share. */
  constructor(config: Config, common: Common, withShared: (own: Own, shop_id: number) => Ports) {
    this.#config = config
    this.#common = common
    this.#withShared = withShared
  }

  /** A shop's accounts have changed, or a notification may have been missed: every entry is checked again. */
  forget(): void {
    this.#generation += 1
  }

  async base(shop_id: number): Promise<ShopBase> {
    return (await this.#of(shop_id)).base
  }

  async configOf(shop_id: number): Promise<Config> {
    return (await this.#of(shop_id)).config
  }

  async close(): Promise<void> {
    const all = [...this.#kept.values()]
    this.#kept.clear()
    for (const one of await Promise.allSettled(all.map(({ made }) => made)))
      if (one.status === 'fulfilled') one.value.close()
  }

  #of(shop_id: number): Promise<Made> {
    const kept = this.#kept.get(shop_id)
    const isFresh = kept?.generation === this.#generation
    const next = isFresh ? kept : { generation: this.#generation, made: this.#look(shop_id, kept) }
    this.#kept.delete(shop_id)
    this.#kept.set(shop_id, next)
    if (!isFresh) {
      // After a failure, the next request tries again.
      next.made.catch(() => this.#kept.get(shop_id) === next && this.#kept.delete(shop_id))
      this.#letGo()
    }
    return next.made
  }

  #letGo(): void {
    for (const [shop_id, { made }] of this.#kept) {
      if (this.#kept.size <= most) return
      this.#kept.delete(shop_id)
      void made.then(({ close }) => close()).catch(() => undefined)
    }
  }

  async #look(shop_id: number, kept: Kept | undefined): Promise<Made> {
    const before = await kept?.made.catch(() => undefined)
    let sealed: string | null
    try {
      sealed = await loadSealed(this.#common.db, shop_id)
    } catch (error) {
      before?.close()
      throw error
    }
    if (before && before.sealed === sealed) return before
    before?.close()
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
      const own = sealed === null ? {} : openAccount(this.#common.secrets, shop_id, sealed)
      return configOfShop(this.#config, shop_id, own)
    } catch (error) {
      // Problems are reported by variable name; values never appear in these sentences.
      const problem = error instanceof Error ? error.message : 'unknown'
      this.#common.log.error({ shop_id, problem }, 'the accounts of a shop can not be used: it has none')
      return withoutAccounts(this.#config)
    }
  }
}
