import { z } from 'zod'
import { calendarDate } from '../endpoint.ts'
import type { AdminEndpoints } from './endpoint.ts'
import { ScheduledChange } from './schedule.ts'
import { StoppedOrder } from './shipping.ts'

const moment = z.iso.datetime()
/** Whole yen, also of sums. */
const yen = z.number().int()

/** 受注: what was ordered and stands, tax included; what is not paid for and what was cancelled is not in it. */
const Money = z.object({
  /** The 24 hours of today, with the same day a week ago. */
  hours: z.array(z.object({ hour: z.int(), orders: z.int(), amount: yen, amount_before: yen })),
  /** The days of this month, today the last one; with the same day of the month before, null: it had none. */
  days: z.array(
    z.object({
      date: calendarDate,
      ...{ orders: z.int(), amount: yen, subscription_amount: yen, amount_before: yen.nullable() },
    }),
  ),
})
export type Money = z.infer<typeof Money>

/** 今日: what is to be done now. A part is null for who may not see it. */
export const Today = z.object({
  today: calendarDate,
  shipping: z
    .object({
      ...{ ready: z.int(), stopped: z.int(), packed: z.int(), shipped: z.int() },
      /** The first of those that are stopped, each with what solves it. */
      stopped_orders: z.array(StoppedOrder),
      later: z.object({ orders: z.int(), from: calendarDate.nullable() }),
      pickup_time: z.string().nullable(),
    })
    .nullable(),
  payments: z
    .object({
      /** 審査中, and the day on which the first of them is given up. */
      ...{ held: z.int(), held_until: calendarDate.nullable() },
      /** 仮売上の取消待ち */
      voids: z.int(),
      /** Where the provider's books are not ours, and the order of the first of them. */
      ...{ differences: z.int(), difference_order_id: z.int().nullable() },
      /** 返品 of which money is still kept. */
      to_refund: z.int(),
      /** Orders of today that could not be paid. */
      declined: z.int(),
    })
    .nullable(),
  subscriptions: z
    .object({
      /** By reason, those first that nothing happens to by itself. */
      failures: z.array(
        z.object({
          failure: z.string(),
          subscriptions: z.int(),
          /** Of them those that rest until somebody does something. */
          resting: z.int(),
          /** Day of the next attempt; null: there is none. */
          retry_on: calendarDate.nullable(),
        }),
      ),
      /** Ended ones of which money was to be given back and is not yet, the oldest first; at most 20 of them. */
      rest_refunds: z.array(
        z.object({ subscription_id: z.int(), order_id: z.int(), order_no: z.string(), amount: yen, ended_at: moment }),
      ),
    })
    .nullable(),
  messages: z
    .object({
      /** Given up after seven attempts. */
      failed: z.int(),
      /** Waiting for more than an hour. */
      late: z.int(),
    })
    .nullable(),
  inquiries: z
    .object({
      ...{ waiting: z.int(), waiting_since: moment.nullable(), urgent: z.int(), suppliers: z.int() },
      /** 個人情報の請求 that are not answered, and the first day by which one has to be. */
      ...{ privacy: z.int(), privacy_due: calendarDate.nullable() },
    })
    .nullable(),
  stock: z
    .object({
      ...{ out: z.int(), low: z.int() },
      /** The first of them, what is out before what is low. */
      items: z.array(z.object({ id: z.int(), name: z.string(), stock: z.int() })),
    })
    .nullable(),
  changes: z.object({ coming: z.array(ScheduledChange), failed: z.int() }).nullable(),
  money: Money.nullable(),
})
export type Today = z.infer<typeof Today>

export const today = {
  'GET /admin/v1/today': { summary: '今日すること', permission: 'signed-in', response: Today },
} as const satisfies AdminEndpoints
