import type { SubscriptionUpdate } from '@kushi/contract/subscription'
import { fieldRuleMessage } from '@kushi/values/message'
import { wrapInQuoteMarks } from '@kushi/values/price'
import { setPartsSnapshot } from '@kushi/values/product-set'
import { subscriptionPriceFromPieces } from '@kushi/values/quantity-price'
import { quotePurchase, type StockedItem } from '../../../catalogue/price/index.ts'
import type { MemberQueryContext } from '../../../context.ts'
import { refuseWatchedItems } from '../../../people/person/index.ts'
import { invalidFields, ShopError } from '../../../shop-error.ts'
import { deliveredItems, differOnlyInLeftOut, isLeftOut } from '../rules/left-out.ts'
import { lowestPromisedPrice } from '../rules/price-offer.ts'
import type { LoadedSubscription, SubscriptionItem } from './load-subscription.ts'

type ItemUpdates = NonNullable<SubscriptionUpdate['items']>

const refuse = (message: string) => new ShopError(409, 'ERROR_SUBSCRIPTION_ITEM_REFUSED', message)

/**
 * Returns the items of a subscription as the member wants them. New items must be sold and in stock; existing ones may
 * stay. Limits apply to both. The stock is taken when the delivery is arranged.
 */
export async function mergeSubscriptionItems(
  ctx: MemberQueryContext,
  { row, items, yearly_total }: LoadedSubscription,
  asked: ItemUpdates,
): Promise<SubscriptionItem[]> {
  if (new Set(asked.map((one) => one.product_sku_id)).size < asked.length)
    throw invalidFields([
      {
        path: 'items',
        message_id: 'cmn-err-009',
        message: `${fieldRuleMessage('cmn-err-009', '商品')}同じ商品は、数量でご指定ください。`,
      },
    ])
  const wanted = asked.map((one) => {
    const there = items.find((item) => item.product_sku_id === one.product_sku_id)
    const only_cycle = one.is_one_time ? row.cycle : null
    const { product_sku_id, quantity } = one
    const isSame = there?.quantity === quantity && there.only_cycle === only_cycle
    const is_left_out = one.is_left_out ?? (isSame && isLeftOut(there, row))
    if (is_left_out && (one.is_one_time || !there)) throw refuse('次回だけ除けるのは、毎回お届けする商品です。')
    return {
      ...(there ?? { ...fresh, product_sku_id }),
      quantity,
      only_cycle,
      except_cycle: is_left_out ? row.cycle : null,
    }
  })
  const isSame = differOnlyInLeftOut(wanted, items)
  if (isSame && wanted.every(({ id, except_cycle }) => leftOutOf(items, id) === except_cycle)) return wanted
  if (yearly_total !== null)
    throw refuse('年払いの定期便は、お支払い済みの商品と数量でお届けするため、商品を変更できません。')
  const more = wanted.some(({ id, quantity }) => quantity > (items.find((one) => one.id === id)?.quantity ?? 0))
  if (more) await refuseWatchedItems(ctx)
  const sold = isSame ? wanted : await checkSold(ctx, wanted)
  if (wanted.every((item) => item.only_cycle !== null))
    throw refuse('毎回お届けする商品を1つ以上お選びください。お届けを止めるには、休止または解約をお選びください。')
  if (deliveredItems(wanted, row).length === 0)
    throw refuse('次回お届けする商品がなくなります。次回のお届けがご不要なときは、お休みをお選びください。')
  return sold
}

const leftOutOf = (items: readonly SubscriptionItem[], id: number) => items.find((one) => one.id === id)?.except_cycle

const fresh = {
  id: 0,
  following_price: 0,
  promised_from: 1,
  agreed_price: null,
  agreed_from: null,
  lump_sum_payment_flag: false,
  lump_sum_payment_num: null,
  parts: [],
  except_cycle: null,
}

/** Checks the items; new ones are promised today's price and contents. @throws ShopError 409 */
async function checkSold(ctx: MemberQueryContext, wanted: readonly SubscriptionItem[]): Promise<SubscriptionItem[]> {
  const items = wanted.map((item) => ({ ...item, promised: item.id === 0 ? undefined : item }))
  const { items: priced, problems } = await quotePurchase(ctx, { items, is_subscription: true })
  const yearly = priced.find((item) => item.lump_sum_payment_flag)
  if (yearly)
    throw refuse(`${wrapInQuoteMarks(yearly.product_name)}は年払いの商品のため、ほかの定期便に追加できません。`)
  const isNew = (sku: number) => wanted.some((item) => item.product_sku_id === sku && item.id === 0)
  const serious = problems.find(
    ({ error, product_sku_id }) =>
      error === 'over_sale_limit' || (isNew(product_sku_id) && error !== 'over_stock' && error !== 'contents_changed'),
  )
  if (serious) throw refuse(serious.message)
  return wanted.map((item) => {
    const now = priced.find(({ id }) => id === item.product_sku_id)
    if (!now) return item
    const parts = item.id === 0 ? setPartsSnapshot(now) : item.parts
    return isPromisedAnew(item, now) ? { ...promisedAnew(item, now), parts } : item
  })
}

/** A new item; fewer pieces than its price holds for; or so many that 数量割引 makes it cheaper than was promised. */
const isPromisedAnew = (item: SubscriptionItem, now: StockedItem) =>
  item.id === 0 ||
  item.quantity < item.promised_from ||
  (subscriptionPriceFromPieces(now, item.quantity) > item.promised_from &&
    now.following_price < lowestPromisedPrice(item))

const promisedAnew = (item: SubscriptionItem, now: StockedItem): SubscriptionItem => ({
  ...item,
  following_price: now.following_price,
  promised_from: subscriptionPriceFromPieces(now, item.quantity),
  agreed_price: null,
  agreed_from: null,
})
