import { japanDaySql, onJapanDaysCondition } from '@kushi/db/japan-day'
import { conversion_delivery } from '@kushi/db/schema/conversion'
import { order_credit, order_status_event, orders } from '@kushi/db/schema/order'
import type { CalendarDate } from '@kushi/values/calendar-date'
import {
  CONVERSION_EVENT_NAME,
  CONVERSION_VERDICT_NAME,
  type ConversionEventName,
  type ConversionVerdict,
} from '@kushi/values/conversion/conversion'
import type { OrderStatus } from '@kushi/values/order-status'
import { formatSheetDateTime } from '@kushi/values/timestamp'
import { sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { csvFile, recordExport } from '../../../foundation/csv/index.ts'
import { refusedField } from '../../../shop-error.ts'
import { findConversionDestination } from '../internal/find-destination.ts'
import { buildConversionFact, type ConversionOrder, loadConversionOrders } from '../internal/load-facts.ts'
import { judgeApproval } from '../rules/judge-approval.ts'

const PAGE = 1_000

/**
 * 承認・否認の一覧 for an ASP: each conversion of the period that it took, as the order is now. Only of orders whose customer agreed that
 * the ASP is told of 取消・返品, and has not taken it back.
 * @throws ShopError 404, 422 for a period that ends before it begins, or where the days until 承認 are not set
 */
export const exportConversionApprovals: AdminHandler<'POST /admin/v1/setting/conversions/{id}/approvals'> = async (
  ctx,
  { id, from, to, encoding },
) => {
  const destination = await findConversionDestination(ctx.db, { shop_id: ctx.shop_id, id })
  const { approval_days } = destination.account_values
  if (!approval_days) throw refusedField('from', '発送から承認までの日数を保存してから、出力してください。')
  if (from > to) throw refusedField('to', '終わりは、始まりより後の日にしてください。')
  await recordExport(ctx, `承認・否認の一覧(${destination.destination_name})`, { from, to })
  const pages = approvals(ctx, { ...destination, approval_days: Number(approval_days) }, { from, to })
  return csvFile(`approvals-${id}-${from}-${to}`, columns, encoding, pages)
}

interface Told extends Record<string, unknown> {
  id: number
  order_id: number
  event_name: ConversionEventName
  /** Unix time in seconds. */
  at: number
  status: OrderStatus
  payment_total: number
  shipped_on: CalendarDate | null
  credited: number
}

interface Approval extends Told {
  order: ConversionOrder
  amount: number
  verdict: ConversionVerdict
  why: string
}

const columns = [
  { head: '注文番号', of: ({ order }: Approval) => order.order_no },
  { head: '成果', of: ({ event_name }: Approval) => CONVERSION_EVENT_NAME[event_name] },
  { head: '成果の日時', of: ({ at }: Approval) => formatSheetDateTime(at) },
  { head: '広告コード', of: ({ order }: Approval) => order.adcd },
  { head: 'クリックの番号', of: ({ order }: Approval) => order.ad_user_id },
  { head: '金額', of: ({ amount }: Approval) => amount },
  { head: '返金した金額(税込)', of: ({ credited }: Approval) => credited },
  { head: '判定', of: ({ verdict }: Approval) => CONVERSION_VERDICT_NAME[verdict] },
  { head: '理由', of: ({ why }: Approval) => why },
]

type Destination = Awaited<ReturnType<typeof findConversionDestination>> & { approval_days: number }

async function* approvals(
  ctx: OperatorContext,
  { id: destination_id, conversion_value, approval_days }: Destination,
  days: { from: CalendarDate; to: CalendarDate },
): AsyncGenerator<Approval[]> {
  const { db, shop_id, clock } = ctx
  for (let last = 0; ; ) {
    const { rows } = await db.execute<Told>(sql`
      select e.id::float8 as id, e.order_id::float8 as order_id, e.event_name,
        floor(extract(epoch from e.occurred_at))::float8 as at, o.status, o.payment_total,
        (select ${japanDaySql(sql`min(s.created_at)`)}::text from ${order_status_event} s
          where s.shop_id = e.shop_id and s.order_id = e.order_id and s.status = 'shipped') as shipped_on,
        (select coalesce(sum(c.amount), 0)::float8 from ${order_credit} c
          where c.shop_id = e.shop_id and c.order_id = e.order_id) as credited
      from ${conversion_delivery} e join ${orders} o on o.shop_id = e.shop_id and o.id = e.order_id
      where e.shop_id = ${shop_id} and e.destination_id = ${destination_id} and e.id > ${last}
        and e.conversion_state in ('accepted', 'shown') and e.event_name <> 'cancelled' and ${onJapanDaysCondition(sql`e.occurred_at`, days)}
      order by e.id limit ${PAGE}`)
    const found = await loadConversionOrders(ctx, [...new Set(rows.map(({ order_id }) => order_id))])
    yield rows.flatMap((row) => {
      const order = found.get(row.order_id)!
      const consent = order.recipients?.find((one) => one.destination_id === destination_id)
      if (!consent?.is_cancel_told) return []
      const told = { event_name: row.event_name, occurred_at: new Date(row.at * 1000) }
      const { value: amount } = buildConversionFact(ctx, order, told, { contacts: [], value: conversion_value })
      return [{ ...row, order, amount, ...judgeApproval(row, { today: clock.today(), approval_days }) }]
    })
    if (rows.length < PAGE) return
    last = rows.at(-1)!.id
  }
}
