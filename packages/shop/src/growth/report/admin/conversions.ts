import { onJapanDaysCondition } from '@kushi/db/japan-day'
import { order_visit, orders } from '@kushi/db/schema/order'
import { type CalendarDate, daysBetween } from '@kushi/values/calendar-date'
import { CLICK_ID_DAYS, CLICK_ID_MEDIA, type ClickIdName, type ConversionScope } from '@kushi/values/click-id'
import { COUNTED_ORDER_STATUSES } from '@kushi/values/order-status'
import { sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { csvFile, recordExport } from '../../../foundation/csv/index.ts'
import { refusedField } from '../../../shop-error.ts'
import { type Conversion, conversionColumns } from '../rules/conversion-columns.ts'

const PAGE = 5_000

interface ConversionQuestion {
  click_id: ClickIdName
  from: CalendarDate
  to: CalendarDate
  counted: ConversionScope
  conversion_name: string
}

/**
 * コンバージョンのCSV: orders whose last advert gave its click a number, for upload to the medium. Holds no name and no order number.
 * @throws ShopError 422 for a period in which none is kept
 */
export const exportConversions: AdminHandler<'POST /admin/v1/ad-conversions/export'> = async (ctx, input) => {
  const { encoding, ...asked } = input
  const { click_id, from, to } = asked
  if (from > to) throw refusedField('to', '終わりは、始まりより後の日にしてください。')
  if (daysBetween(from, ctx.clock.today()) > CLICK_ID_DAYS)
    throw refusedField(
      'from',
      `クリックIDは注文から${CLICK_ID_DAYS}日で消えます。始まりを${CLICK_ID_DAYS}日前までの日にしてください。`,
    )
  await recordExport(ctx, `コンバージョン(${CLICK_ID_MEDIA[click_id].medium})`, asked)
  return csvFile(
    `conversions-${click_id}-${from}-${to}`,
    conversionColumns(click_id),
    encoding,
    conversions(ctx, asked),
  )
}

async function* conversions(
  { db, shop_id }: OperatorContext,
  { click_id, counted, conversion_name, ...days }: ConversionQuestion,
): AsyncGenerator<Conversion[]> {
  const isCounted =
    counted === 'shipped' ? sql`o.status in ('shipped', 'delivered')` : sql`o.status in ${COUNTED_ORDER_STATUSES}`
  for (let last = 0; ; ) {
    const { rows } = await db.execute<{ id: number; click_id: string; at: number; amount: number }>(sql`
      select v.order_id::float8 as id, v.click_ids ->> ${click_id} as click_id,
        floor(extract(epoch from v.created_at))::float8 as at, o.payment_total as amount
      from ${order_visit} v join ${orders} o on o.shop_id = ${shop_id} and o.id = v.order_id
      where v.shop_id = ${shop_id} and v.order_id > ${last} and v.click_ids is not null and v.click_ids ->> ${click_id} is not null
        and ${onJapanDaysCondition(sql`v.created_at`, days)} and ${isCounted} and o.payment_total > 0
      order by v.order_id limit ${PAGE}`)
    yield rows.map((row) => ({ ...row, conversion_name }))
    if (rows.length < PAGE) return
    last = rows.at(-1)!.id
  }
}
