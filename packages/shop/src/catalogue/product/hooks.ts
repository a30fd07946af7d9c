import type { Tx } from '@kushi/db/connect'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { hook } from '../../hook.ts'

/** 原価 of a product's SKUs changed, for sales from a day on; in the transaction that saves it. */
export const costsChanged = hook<
  (tx: Tx, shop_id: number, product_id: number, from_day: CalendarDate) => Promise<void>
>('costs of a product have changed')
