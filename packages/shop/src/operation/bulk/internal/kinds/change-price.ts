import type { Queryable } from '@kushi/db/connect'
import { formatWithWeekday } from '@kushi/values/date-format'
import { quoteName } from '@kushi/values/price'
import { formatYen } from '@kushi/values/yen'
import type { Context } from '../../../../context.ts'
import { earliestPriceDay, offerPrices, withdrawOffers } from '../../../../sales/subscription/index.ts'
import { invalidFields, ShopError } from '../../../../shop-error.ts'
import type { BulkOperation, RowResult, RowResults } from './kind.ts'
import { nameOfSku } from './swap-product.ts'

interface Params {
  sku_id: number
  price: number
  from: string
  without_answer: 'keep' | 'pause'
}

/** 価格変更. Only a question that the member has not answered yet can be taken back. */
export const changePrice: BulkOperation = {
  list: 'subscriptions',
  text(params) {
    const { price, from } = params as unknown as Params
    const name = quoteName(String(params.name))
    return `${name}の価格を${formatWithWeekday(from)}のお届けから${formatYen(price)}にする(値上げは同意をいただけた方だけ)`
  },
  runAll(ctx, ids, params) {
    const { sku_id: product_sku_id, price, from, without_answer } = params as unknown as Params
    const { tx, job_id, is_tried: isTried } = ctx
    return answersOf(offerPrices(tx, ctx, ids, { job_id, product_sku_id, price, from, without_answer, isTried }))
  },
  async takeAllBack(ctx, undos) {
    const offers = [...undos].flatMap(([, { offer_id }]) => (typeof offer_id === 'number' ? [offer_id] : []))
    const gone = await withdrawOffers(ctx.tx, ctx, offers)
    return new Map(
      [...undos].map(([id, { offer_id }]): [number, RowResult | ShopError] => {
        if (typeof offer_id !== 'number')
          return [id, refuse('ERROR_PRICE_LOWERED', '下げた価格はお客様にお約束したため、元に戻しません。')]
        if (!gone.has(offer_id))
          return [id, refuse('ERROR_CHANGED_MEANWHILE', 'お返事があったか、期限が過ぎたため、取り消しませんでした。')]
        return [id, { detail: '', undo: null }]
      }),
    )
  },
}

const refuse = (error: string, message: string) => new ShopError(409, error, message)

async function answersOf(offered: ReturnType<typeof offerPrices>): Promise<RowResults> {
  return new Map(
    [...(await offered)].map(([id, one]): [number, RowResult | ShopError] =>
      one instanceof ShopError ? [id, one] : [id, { detail: one.detail, undo: { offer_id: one.offer_id } }],
    ),
  )
}

/**
 * The params with the product's name, which the job keeps.
 * @throws ShopError 422 when the date leaves no time to ask, or the SKU does not exist
 */
export async function namePrice(
  { db, shop_id, clock }: Pick<Context, 'shop_id' | 'clock'> & { db: Queryable },
  params: Params,
): Promise<Params & Record<string, unknown>> {
  const first = earliestPriceDay(clock.today())
  if (params.from < first) {
    const message = `お返事をいただく時間が必要です。${formatWithWeekday(first)}以降の日付を入力してください。`
    throw invalidFields([{ path: 'params.from', message_id: 'cmn-err-003', message }])
  }
  return { ...params, name: await nameOfSku(db, shop_id, params.sku_id) }
}
