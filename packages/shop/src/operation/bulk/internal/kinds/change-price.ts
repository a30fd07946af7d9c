import { formatDateWithWeekday } from '@kushi/values/date-format'
import type { NoAnswerAction } from '@kushi/values/price'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { formatYen } from '@kushi/values/yen'
import type { Context, QueryContext } from '../../../../context.ts'
import {
  earliestPriceDay,
  offerFeeChanges,
  offerPriceChanges,
  withdrawPriceOffers,
} from '../../../../sales/subscription/index.ts'
import { invalidFields, ShopError } from '../../../../shop-error.ts'
import type { BulkOperation, BulkRowResult, BulkRowResults } from './kind.ts'
import { requireSkuName } from './swap-product.ts'

interface Params {
  sku_id: number
  price: number
  from: string
  without_answer: NoAnswerAction
}

/** Withdraws offers that have no answer. */
const withdraw: NonNullable<BulkOperation['takeAllBack']> = async (ctx, undos) => {
  const offers = [...undos].flatMap(([, { offer_id }]) => (typeof offer_id === 'number' ? [offer_id] : []))
  const gone = await withdrawPriceOffers(ctx.tx, ctx, offers)
  return new Map(
    [...undos].map(([id, { offer_id }]): [number, BulkRowResult | ShopError] => {
      if (typeof offer_id !== 'number')
        return [id, refuse('ERROR_PRICE_LOWERED', '下げた価格はお客様にお約束したため、元に戻しません。')]
      if (!gone.has(offer_id))
        return [id, refuse('ERROR_CHANGED_MEANWHILE', 'お返事があったか、期限が過ぎたため、取り消しませんでした。')]
      return [id, { detail: '', undo: null }]
    }),
  )
}

/**
 * 価格変更: lowers the price from a day on, or asks each member to agree to an increase. Only an offer that the member has
 * not answered yet can be taken back.
 */
export const changePriceOperation: BulkOperation = {
  list: 'subscriptions',
  text(params) {
    const { price, from } = params as unknown as Params
    const name = wrapInQuoteMarks(String(params.name))
    return `${name}の価格を${formatDateWithWeekday(from)}のお届けから${formatYen(price)}にする(値上げは同意をいただけた方だけ)`
  },
  runAll(ctx, ids, params) {
    const { sku_id: product_sku_id, price, from, without_answer } = params as unknown as Params
    const { tx, job_id, is_tried: isTried } = ctx
    return answersOf(offerPriceChanges(tx, ctx, ids, { job_id, product_sku_id, price, from, without_answer, isTried }))
  },
  takeAllBack: withdraw,
}

/** 送料・手数料の変更: asks each member to agree to the shop's fees of today. An unanswered offer can be withdrawn. */
export const changeFeesOperation: BulkOperation = {
  list: 'subscriptions',
  text: ({ from }) =>
    `送料・手数料を${formatDateWithWeekday(String(from))}のお届けからいまの額にする(同意をいただけた方だけ)`,
  runAll(ctx, ids, params) {
    const { from, without_answer = 'keep' } = params as unknown as Partial<Params> & Pick<Params, 'from'>
    const { tx, job_id, is_tried: isTried } = ctx
    return answersOf(offerFeeChanges(tx, ctx, ids, { job_id, from, without_answer, isTried }))
  },
  takeAllBack: withdraw,
}

const refuse = (error: string, message: string) => new ShopError(409, error, message)

async function answersOf(
  offered: ReturnType<typeof offerPriceChanges | typeof offerFeeChanges>,
): Promise<BulkRowResults> {
  return new Map(
    [...(await offered)].map(([id, one]): [number, BulkRowResult | ShopError] =>
      one instanceof ShopError ? [id, one] : [id, { detail: one.detail, undo: { offer_id: one.offer_id } }],
    ),
  )
}

/** @throws ShopError 422 when the date leaves members too little time to answer */
export function checkPriceChangeDay<P extends { from: string }>({ clock }: Pick<Context, 'clock'>, params: P): P {
  const first = earliestPriceDay(clock.today())
  if (params.from >= first) return params
  const message = `お返事をいただく時間が必要です。${formatDateWithWeekday(first)}以降の日付を入力してください。`
  throw invalidFields([{ path: 'params.from', message_id: 'cmn-err-003', message }])
}

/**
 * Checks the date of a price change and returns its parameters with the name of the product.
 * @throws ShopError 422 when the date leaves members too little time to answer, 404 for an unknown SKU
 */
export async function checkPriceChangeParams(
  { db, shop_id, clock }: Pick<QueryContext, 'db' | 'shop_id' | 'clock'>,
  params: Params,
): Promise<Params & Record<string, unknown>> {
  checkPriceChangeDay({ clock }, params)
  return { ...params, name: await requireSkuName(db, shop_id, params.sku_id) }
}
