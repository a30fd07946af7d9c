import type { OrderDraft } from '@kushi/contract/order'
import { isDeliveryPatternOffered, isPaymentMethodOffered } from '@kushi/values/landing-page'
import type { QueryContext } from '../../../context.ts'
import { findOpenLandingPage } from '../../../foundation/setting/index.ts'
import { refusedField } from '../../../shop-error.ts'
import type { OfferedOrder } from '../../offer/index.ts'

const CLOSED = 'この申し込みページの受付は終わりました。ページを読み込み直して、いまのご案内をご覧ください。'
const CHANGED = '申し込みページの内容が変わりました。ページを読み込み直して、内容をご確認ください。'

interface PageOrder {
  /** The order with and without the offers that the customer took; the page does not fix the offers. */
  offered: OfferedOrder
  /** null: nothing is to be paid. */
  method: object | null
}

/**
 * Checks that an order on a 申し込みページ is of its goods, in its ways.
 * @throws ShopError 422 when the page takes no orders, has other goods, or has not this interval or way to pay
 */
export async function checkLandingPageOrder(
  ctx: QueryContext,
  draft: OrderDraft,
  { offered: { base }, method }: PageOrder,
): Promise<void> {
  if (draft.landing_slug === undefined) return
  const page = await findOpenLandingPage(ctx, draft.landing_slug)
  if (!page) throw refusedField('landing_slug', CLOSED)
  if (base.cart_type !== page.cart_type || goodsOf(base.items) !== goodsOf(page.items))
    throw refusedField('landing_slug', CHANGED)
  if (page.cart_type === 1 && draft.delivery_pattern && !isDeliveryPatternOffered(page, draft.delivery_pattern))
    throw refusedField('delivery_pattern', 'お届け周期を選び直してください。')
  if (method !== null && !isPaymentMethodOffered(page, draft.payment_method_id))
    throw refusedField('payment_method_id', 'お支払い方法を選択してください。')
}

const goodsOf = (items: readonly { product_sku_id: number; quantity: number }[]) =>
  items
    .map(({ product_sku_id, quantity }) => `${product_sku_id}:${quantity}`)
    .sort()
    .join()
