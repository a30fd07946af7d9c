import { product } from '@kushi/db/schema/product'
import { initialShop as unnamed } from '@kushi/db/seed/reference/shop'
import { and, eq, gt } from 'drizzle-orm'
import { loadShopFacts } from '../../../catalogue/promise/index.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import { invalidFields } from '../../../shop-error.ts'
import { type LawPageValues, lawFieldHints, lawPageFailures, lawPageHtml, parseLawPage } from '../rules/law-page.ts'
import { changeContent, getAdminContent } from './content.ts'

const page = { name: 'defrayal', layout_code: 0 } as const

/** The page as saved or, when none was written, prefilled from the settings. */
export const getLawPage: AdminHandler<'GET /admin/v1/law-page'> = async (ctx) => {
  const { html, version } = await getAdminContent(ctx, page)
  const kept = parseLawPage(html)
  return {
    ...(kept ?? (await begunWith(ctx))),
    hints: lawFieldHints,
    is_other: html !== '' && kept === null,
    has_subscriptions: await sellsSubscriptions(ctx),
    version,
  }
}

/**
 * @throws ShopError 422 beside each field that does not meet the law, 409 when someone else changed the page meanwhile
 */
export const changeLawPage: AdminHandler<'PUT /admin/v1/law-page'> = async (ctx, input) => {
  const problems = lawPageFailures(input, await sellsSubscriptions(ctx), await loadShopFacts(ctx))
  if (problems.length > 0) throw invalidFields(problems)
  const { title } = await getAdminContent(ctx, page)
  return changeContent(ctx, { ...page, title, html: lawPageHtml(input), accepts_missing: true, version: input.version })
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

/** Each item from the facts, as blocks, so that the page stays true when the settings change. */
async function begunWith(ctx: OperatorContext): Promise<LawPageValues> {
  const shop = await loadShop(ctx)
  const facts = await loadShopFacts(ctx)
  const sells = facts.has_subscriptions
  // Leaves out the placeholders of a new installation, which the shop has not entered itself.
  const said = (name: 'company_name' | 'company_address' | 'phone_number' | 'email', block: string) =>
    shop[name] === unnamed[name] ? '' : block
  return {
    seller: said('company_name', '{販売業者}'),
    manager: facts.responsible_name === '' ? '' : '{運営責任者}',
    address: said('company_address', '{所在地}'),
    phone: said('phone_number', facts.phone_hours === '' ? '{電話番号}' : '{電話番号}({電話の受付時間})'),
    email: said('email', '{メールアドレス}'),
    price: '各商品のページに、税込の価格を表示しています。',
    fees: '{送料の表}\n手数料: {お支払いの手数料}',
    payment: '{お支払い方法の名前}',
    payment_time: '{お支払い方法}',
    delivery_time: '{お届けまでの日数}{お届け日の指定}',
    returns: ['{返品の条件}', '{不良品の返品}', ...(facts.return_notes.length > 0 ? ['{商品ごとの返品}'] : [])].join(
      '\n',
    ),
    return_fee: 'お客さまのご都合による{返品の送料}不良品やお届け違いの送料は、当店が負担します。',
    subscription: sells
      ? [
          '契約の期間や回数の定めはなく、解約のお申し出があるまで、お選びの周期でお届けが続きます。代金は、1回のお届けごとに、ご注文の確認画面に表示した額を請求します。',
          ...(facts.yearly.length > 0 ? ['{年払いの条件}'] : []),
        ].join('\n')
      : '',
    cancellation: sells ? '{解約の方法}' : '',
    term: '期限を設けている商品は、確認画面に期限を表示します。表示のない商品に期限はありません。',
    limit: '{数量の制限}',
  }
}
