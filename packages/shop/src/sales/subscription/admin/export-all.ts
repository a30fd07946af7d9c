import type { ListSelection } from '@kushi/contract/admin/list'
import { subscriptionList } from '@kushi/contract/admin/subscription'
import { customer } from '@kushi/db/schema/customer'
import { product_sku } from '@kushi/db/schema/product'
import { subscription, subscription_order_item } from '@kushi/db/schema/subscription'
import { deliveredPartsSql } from '@kushi/db/set-parts'
import { refersToCondition } from '@kushi/db/shop-scope'
import { type PaymentMethodId, paymentMethodName } from '@kushi/values/payment-method'
import { prefectureName } from '@kushi/values/prefecture'
import { formatSheetDateTime } from '@kushi/values/timestamp'
import { sql } from 'drizzle-orm'
import { loadLeadTimes } from '../../../catalogue/delivery/index.ts'
import { type AdminHandler, type OperatorContext, readEveryPage, rowCounter } from '../../../foundation/admin/index.ts'
import { beginExport, type CsvColumn, csvFile } from '../../../foundation/csv/index.ts'
import { reachableEmail } from '../../../messaging/message/index.ts'
import { isDeliveredItemCondition } from '../internal/delivered-item-condition.ts'
import { subscriptionListSource } from '../internal/subscription-source.ts'
import { type SubscriptionListRecord, subscriptionListColumns, subscriptionListRow } from './list-all.ts'

/** 定期便のCSV of the list, one row per subscription. Contains personal data, so the second factor is required again. */
export const exportSubscriptions: AdminHandler<'POST /admin/v1/subscriptions/export'> = async (
  ctx,
  { filter, encoding },
) => {
  await beginExport(ctx, '定期便', {
    list: subscriptionList,
    filter,
    source: { ...subscriptionListSource(ctx), count: rowCounter(ctx.db, subscription) },
  })
  return csvFile(`subscriptions-${ctx.clock.today()}`, columns, encoding, subscriptionsOf(ctx, filter))
}

type ExportedSubscription = SubscriptionListRecord & {
  buyer: Pick<typeof customer.$inferSelect, 'email' | 'phone_number'>
  contents: string
  set_contents: string
}
type SubscriptionSheetRow = ExportedSubscription & { shown: ReturnType<typeof subscriptionListRow> }

const item = subscription_order_item
const contents = sql<string>`coalesce((
  select string_agg(${product_sku.product_code} || ' x' || ${item.quantity}, ' / ' order by ${item.id})
  from ${item} join ${product_sku} on ${product_sku.shop_id} = ${item.shop_id} and ${product_sku.id} = ${item.product_sku_id}
  where ${item.shop_id} = ${subscription.shop_id} and ${item.subscription_id} = ${subscription.id}
    and ${isDeliveredItemCondition(item, subscription.cycle)}), '')`

/** The parts with which each set was promised, or its parts of today, as in the CSV of products. */
const set_contents = sql<string>`coalesce((
  select string_agg(${product_sku.product_code} || ' (' || parts.codes || ')', ' / ' order by ${item.id})
  from ${item} join ${product_sku} on ${product_sku.shop_id} = ${item.shop_id} and ${product_sku.id} = ${item.product_sku_id}
  cross join lateral (
    select string_agg(part.product_code || ':' || needed.pieces, ' ') as codes
    from jsonb_to_recordset(${deliveredPartsSql({ promised: item.parts, now: product_sku.parts })})
      as needed(product_sku_id bigint, pieces int)
    join ${product_sku} part on part.shop_id = ${item.shop_id} and part.id = needed.product_sku_id) parts
  where ${item.shop_id} = ${subscription.shop_id} and ${item.subscription_id} = ${subscription.id}
    and ${isDeliveredItemCondition(item, subscription.cycle)}), '')`

async function* subscriptionsOf(ctx: OperatorContext, filter: ListSelection): AsyncGenerator<SubscriptionSheetRow[]> {
  const pages = readEveryPage<typeof subscriptionList, ExportedSubscription>(subscriptionList, filter, {
    ...subscriptionListSource(ctx),
    rows: ({ where, orderBy, limit, sort_value }) =>
      ctx.db
        .select({
          ...subscriptionListColumns,
          contents,
          set_contents,
          sort_value,
          buyer: { email: customer.email, phone_number: customer.phone_number },
        })
        .from(subscription)
        .innerJoin(customer, refersToCondition(subscription.customer_id, customer))
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
  })
  const leads = await loadLeadTimes(ctx)
  for await (const page of pages)
    yield page.map((found) => ({ ...found, shown: subscriptionListRow(ctx, found, leads) }))
}

const columns: readonly CsvColumn<SubscriptionSheetRow>[] = [
  { head: '契約番号', of: ({ row }) => row.id },
  { head: '状態', of: ({ shown }) => shown.summary_status_name },
  { head: 'エラーの理由', of: ({ shown }) => shown.failure_name },
  { head: '次の再決済の日', of: ({ shown }) => shown.retry_on },
  { head: '次は何回目', of: ({ row }) => row.cycle },
  { head: '次回お届け日', of: ({ row }) => row.next_delivery_date },
  { head: 'その次のお届け日', of: ({ row }) => row.next_next_delivery_date },
  { head: '周期', of: ({ shown }) => shown.pattern_label },
  { head: '商品', of: (sold) => sold.contents },
  { head: '点数', of: ({ pieces }) => pieces },
  { head: 'お支払い方法', of: ({ row }) => paymentMethodName(row.payment_method_id as PaymentMethodId) },
  { head: '調整額', of: ({ row }) => row.adjustment_amount },
  { head: '会員番号', of: ({ row }) => row.customer_id },
  { head: '会員のお名前', of: ({ shown }) => shown.customer_name },
  { head: '会員のメール', of: ({ buyer }) => reachableEmail(buyer.email) },
  { head: '会員の電話', of: ({ buyer }) => buyer.phone_number },
  { head: 'お届け先のお名前', of: ({ row }) => `${row.name01} ${row.name02}` },
  { head: '郵便番号', of: ({ row }) => `${row.postal_code01}-${row.postal_code02}` },
  { head: '都道府県', of: ({ row }) => prefectureName(row.pref_id) ?? '' },
  { head: '市区町村', of: ({ row }) => row.addr01 },
  { head: '番地', of: ({ row }) => row.addr02 },
  { head: '建物', of: ({ row }) => row.addr03 },
  { head: '電話', of: ({ row }) => row.phone_number },
  { head: '備考', of: ({ row }) => row.delivery_notes },
  { head: '広告コード', of: ({ row }) => row.adcd },
  { head: '休止した日', of: ({ row }) => row.paused_on },
  { head: '休止の理由', of: ({ pause_reason_name }) => pause_reason_name },
  { head: 'お休みにした日', of: ({ row }) => row.skipped_on },
  { head: 'お休みの理由', of: ({ skip_reason_name }) => skip_reason_name },
  { head: '解約・終了の日', of: ({ row }) => row.ended_on },
  {
    head: '終わり方',
    of: ({ row }) =>
      row.end_event && { cancelled: '解約', ended: '店による終了', finished: '年払いの満了' }[row.end_event],
  },
  { head: '解約の理由', of: ({ end_reason_name }) => end_reason_name },
  { head: 'お申し込み日時', of: ({ row }) => formatSheetDateTime(row.created_at.getTime()) },
  { head: 'セットの中身', of: (sold) => sold.set_contents },
]
