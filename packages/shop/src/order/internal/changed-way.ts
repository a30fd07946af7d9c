import type { OrderChange } from '@kushi/contract/admin/order'
import { delivery, delivery_time } from '@kushi/db/schema/delivery'
import { formatShortWithWeekday } from '@kushi/values/date-format'
import { and, eq, sql } from 'drizzle-orm'
import type { OperatorContext } from '../../admin/index.ts'
import { earliestDeliveryTo, selectableDates } from '../../delivery/index.ts'
import { invalidFields } from '../../shop-error.ts'
import type { OrderRow } from './order-row.ts'

type Wanted = Pick<OrderChange, 'delivery_id' | 'delivery_time_id' | 'delivery_date' | 'shipping_address'>

const refuse = (path: string, message: string) => invalidFields([{ path, message_id: 'refused', message }])

/**
 * How it is delivered, before and after; what stays as it was needs no leave.
 * @throws ShopError 422 for a method, a date or a time that can't be had
 */
export async function changedWay(ctx: OperatorContext, before: OrderRow, wanted: Wanted) {
  const [was, is] = [await wayOf(ctx, before), await wayOf(ctx, wanted)]
  if (!is || (!is.visible && wanted.delivery_id !== before.delivery_id))
    throw refuse('delivery_id', '配送方法を選択してください。')
  if (wanted.delivery_time_id !== null && is.delivery_time === null)
    throw refuse('delivery_time_id', 'お届け時間帯を選び直してください。')
  if (is.mail_delivery_flag && (wanted.delivery_date !== null || wanted.delivery_time_id !== null))
    throw refuse('delivery_date', 'メール便では、お届け日時を指定できません。')
  if (wanted.delivery_date !== null && wanted.delivery_date !== before.delivery_date) {
    const earliest = await earliestDeliveryTo(ctx, { ...wanted.shipping_address, delivery_id: wanted.delivery_id })
    const days = selectableDates(earliest)
    if (!days.includes(wanted.delivery_date))
      throw refuse(
        'delivery_date',
        `${formatShortWithWeekday(earliest)}から${formatShortWithWeekday(days.at(-1)!)}までの日をお選びください。`,
      )
  }
  return { was: was!, is }
}

async function wayOf({ db, shop_id }: OperatorContext, to: Pick<Wanted, 'delivery_id' | 'delivery_time_id'>) {
  const [found] = await db
    .select({
      delivery_name: delivery.delivery_name,
      ...{ mail_delivery_flag: delivery.mail_delivery_flag, visible: delivery.visible },
      delivery_time: sql<string | null>`(select ${delivery_time.delivery_time} from ${delivery_time}
        where ${delivery_time.shop_id} = ${delivery.shop_id} and ${delivery_time.delivery_id} = ${delivery.id}
          and ${delivery_time.id} = ${to.delivery_time_id}::bigint)`,
    })
    .from(delivery)
    .where(and(eq(delivery.shop_id, shop_id), eq(delivery.id, to.delivery_id)))
  return found
}
