import type { ShopAsOf } from '@kushi/contract/admin/schedule'
import type { Tx } from '@kushi/db/connect'
import { fromTimestamp } from '@kushi/values/timestamp'
import type { AdminVerb, OperatorContext } from '../../admin/index.ts'
import { selectDeliveries } from '../../delivery/index.ts'
import { listProducts } from '../../product/index.ts'
import { getContent, loadShop } from '../../setting/index.ts'
import { invalidFields } from '../../shop-error.ts'
import { applyDueOf } from '../apply-due.ts'

/** Carries what was seen out of the transaction that is thrown away with it. */
class Seen extends Error {
  readonly shop: ShopAsOf
  constructor(shop: ShopAsOf) {
    super('seen')
    this.shop = shop
  }
}

/** The shop as of a moment: everything planned until then is made, looked at, and thrown away. */
export const previewShop: AdminVerb<'POST /admin/v1/schedule/preview'> = async (ctx, input) => {
  const at = new Date(input.at)
  if (at < ctx.clock.now())
    throw invalidFields([{ path: 'at', message_id: 'refused', message: 'これからの日時を選択してください。' }])
  try {
    await ctx.db.transaction(async (tx) => {
      // What is kept is of now, and what is read here is never to be.
      const { kept: _, ...present } = ctx
      const then = { ...present, db: tx as unknown as OperatorContext['db'], clock: clockAt(at) }
      await applyDueOf(tx, then, ctx.shop_id)
      throw new Seen(await look(tx, then))
    })
  } catch (error) {
    if (error instanceof Seen) return error.shop
    throw error
  }
  throw new Error('a preview was not thrown away')
}

const clockAt = (at: Date): OperatorContext['clock'] => ({ now: () => at, today: () => fromTimestamp(at.getTime()) })

async function look(tx: Tx, ctx: OperatorContext): Promise<ShopAsOf> {
  const query = { page: 1, per_page: 100, sort: 'recommended' } as const
  const { items } = await listProducts(ctx, query as never)
  const { delivery_free_amount } = await loadShop({ db: tx, shop_id: ctx.shop_id })
  const banner = await getContent(ctx, { name: 'banner', layout_code: undefined }).catch(() => ({ html: '' }))
  return {
    products: items,
    deliveries: (await selectDeliveries(ctx)).filter(({ visible }) => visible),
    delivery_free_amount,
    banner: banner.html,
  }
}
