import type { Tx } from '@kushi/db/connect'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { reaction } from '../../reaction.ts'

/** 原価 of a product's SKUs changed, for sales from a day on; in the transaction that saves it. */
export const costsChanged = reaction<
  (tx: Tx, shop_id: number, product_id: number, from_day: CalendarDate) => Promise<void>
>('costs of a product have changed')
