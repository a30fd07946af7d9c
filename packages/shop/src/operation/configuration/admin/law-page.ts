import { product } from '@kushi/db/schema/product'
import { shop as unnamed } from '@kushi/db/seed/reference/shop'
import { lawFields } from '@kushi/values/law-page'
import { paymentMethod } from '@kushi/values/payment-method'
import { and, eq, gt } from 'drizzle-orm'
import { selectDeliveries } from '../../../catalogue/delivery/index.ts'
import type { AdminVerb, OperatorContext } from '../../../foundation/admin/index.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import { listPaymentMethods } from '../../../sales/payment/index.ts'
import { invalidFields } from '../../../shop-error.ts'
import { type LawValues, lawHints, lawHtml, lawProblems, readLawPage } from '../rules/law-page.ts'
import { changeContent, getAdminContent } from './content.ts'

const page = { name: 'defrayal', layout_code: 0 } as const

/** The page as saved or, when none was written, prefilled from the settings. */
export const getLawPage: AdminVerb<'GET /admin/v1/law-page'> = async (ctx) => {
  const { html, version } = await getAdminContent(ctx, page)
  const kept = readLawPage(html)
  return {
    ...(kept ?? (await begunWith(ctx))),
    hints: lawHints,
    is_other: html !== '' && kept === null,
    has_subscriptions: await sellsSubscriptions(ctx),
    version,
  }
}

/**
 * @throws ShopError 422 beside each field that does not meet the law, 409 when someone else changed the page meanwhile
 */
export const changeLawPage: AdminVerb<'PUT /admin/v1/law-page'> = async (ctx, input) => {
  const problems = lawProblems(input, await sellsSubscriptions(ctx))
  if (problems.length > 0) throw invalidFields(problems)
  const { title } = await getAdminContent(ctx, page)
  return changeContent(ctx, { ...page, title, html: lawHtml(input), version: input.version })
}

/** Whether 定期便の条件 are required: as soon as one visible product is sold by subscription. */
export async function sellsSubscriptions({ db, shop_id }: OperatorContext): Promise<boolean> {
  const [one] = await db
    .select({ id: product.id })
    .from(product)
    .where(and(eq(product.shop_id, shop_id), product.visible, gt(product.sale_type, 1)))
    .limit(1)
  return one !== undefined
}

async function begunWith(ctx: OperatorContext): Promise<LawValues> {
  const shop = await loadShop(ctx)
  const deliveries = (await selectDeliveries(ctx)).filter(({ visible }) => visible)
  const { items: payments } = await listPaymentMethods(ctx, {})
  const free = shop.delivery_free_amount
  // Leaves out the placeholders of a new installation, which the shop has not entered itself.
  const said = (name: 'company_name' | 'company_address' | 'phone_number' | 'email') =>
    shop[name] === unnamed[name] ? '' : shop[name]
  const empty = Object.fromEntries(lawFields.map((field) => [field, ''])) as LawValues
  return {
    ...empty,
    seller: said('company_name'),
    address: said('company_address'),
    phone: said('phone_number'),
    email: said('email'),
    price: '各商品のページに、税込の価格を表示しています。',
    fees: [
      ...deliveries.map((one) => `送料(${one.delivery_name}) ${sayYen(one.flat_rate_delivery_fee)}(税込)`),
      ...(free === null ? [] : [`商品代金${sayYen(free)}以上で送料無料`]),
      ...payments.filter(({ fee }) => fee > 0).map((one) => `${one.payment_name}の手数料 ${sayYen(one.fee)}から`),
    ].join('\n'),
    payment: payments.map(({ payment_name }) => payment_name).join('\n'),
    payment_time: payments.map((one) => `${one.payment_name}: ${paidWhen(one.payment_method_id)}`).join('\n'),
    term: '期限はありません。',
    cancellation: `次回お届け予定日の${shop.arranged_before_days}日前まで(遠いお届け先と休業日の前は、マイページでご案内するそれより早い日まで)、マイページで解約できます。`,
  }
}

/** When a payment method is charged, by its provider's terms. */
const paidWhen = (id: number | null): string => {
  const { kind } = paymentMethod(id)
  return {
    card: 'ご注文のとき',
    wallet: 'ご注文のとき',
    invoice: '請求書の発行から14日以内',
    cash: '商品をお受け取りのとき',
  }[kind]
}

const sayYen = (amount: number) => `${amount.toLocaleString('ja-JP')}円`
