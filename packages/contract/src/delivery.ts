import { z } from 'zod'
import { booleanParam, type Endpoints, idParam, isoDate, listOf, postalCode, yen } from './endpoint.ts'

/** 配送方法 */
export const Delivery = z.object({
  id: z.int(),
  delivery_name: z.string(),
  flat_rate_delivery_fee: yen.meta({ description: '送料 of the method, yen, tax included.' }),
  cool_fee: yen.meta({ description: 'クール代 of one chilled or frozen parcel, yen, tax included.' }),
  visible: z.boolean(),
  mail_delivery_flag: z.boolean(),
})
export type Delivery = z.infer<typeof Delivery>

const feesByPrefecture = z.array(
  z.object({
    fee: yen.meta({ description: 'The fee to these prefectures, yen, tax included.' }),
    pref_ids: z.array(z.int()).meta({ description: 'Ids of prefectures, 1 to 47.' }),
  }),
)

/** A delivery method (配送方法) with the fees and days that differ by prefecture. Surcharges for islands are added to them. */
export const PricedDelivery = Delivery.extend({
  most_extra_days: z.int().meta({
    description: 'Days that a parcel to the farthest prefecture takes more than to the nearest, islands aside.',
  }),
  fees_by_prefecture: feesByPrefecture.meta({
    description: 'Prefectures with another fee than `flat_rate_delivery_fee`, by fee; empty: none.',
  }),
  cool_fees_by_prefecture: feesByPrefecture.meta({
    description: 'Prefectures with another fee than `cool_fee`, by fee; empty: none.',
  }),
})
export type PricedDelivery = z.infer<typeof PricedDelivery>

/** お届け時間帯 */
export const DeliveryTime = z.object({ id: z.int(), delivery_time: z.string() })
export type DeliveryTime = z.infer<typeof DeliveryTime>

export const RemoteIsland = z.object({ is_remote_island: z.boolean() })

export const deliveryEndpoints = {
  'GET /v1/delivery': {
    summary: '配送方法一覧',
    auth: 'none',
    while_closed: true,
    query: z.object({ visible: booleanParam.optional() }),
    response: listOf(PricedDelivery),
  },
  'GET /v1/delivery/detail/{id}': {
    summary: '配送方法',
    auth: 'none',
    while_closed: true,
    params: z.object({ id: idParam }),
    response: Delivery,
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /v1/delivery/{id}/time': {
    summary: 'お届け時間帯',
    auth: 'none',
    while_closed: true,
    params: z.object({ id: idParam }),
    response: listOf(DeliveryTime),
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /v1/delivery/{postal_code}/delivery-method': {
    summary: '郵便番号へ届けられる配送方法',
    auth: 'none',
    while_closed: true,
    params: z.object({ postal_code: postalCode }),
    response: listOf(Delivery),
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /v1/delivery/{id}/delivery-date/{postal_code}/start/{pref_id}': {
    summary: '選べるお届け日(58日分)',
    auth: 'none',
    while_closed: true,
    params: z.object({
      id: idParam,
      postal_code: postalCode,
      pref_id: z.coerce.number<number | string>().int().min(1).max(47),
    }),
    query: z.object({
      pay_until: isoDate.optional().meta({
        description: '前払い: the last day on which it is paid, so that later days are offered; left out: today.',
      }),
    }),
    response: z.object({
      items: z.array(isoDate),
      /** The earliest arrival of a parcel without a chosen date. */
      earliest: isoDate.meta({ description: 'The earliest day of arrival.' }),
      is_remote_island: z.boolean(),
    }),
    errors: ['ERROR_NOT_FOUND'],
  },
  'GET /v1/delivery/pattern-dates': {
    summary: '定期便の初めの3回のお届け日の目安(お届け先を伺う前に)',
    auth: 'none',
    while_closed: true,
    /** お届け周期 as a product page offers it. The day of the month is chosen later. */
    query: z.object({
      subscription_division_id: z.enum(['1', '3']),
      param1: z.coerce.number<number | string>().int().min(1).max(180),
    }),
    response: listOf(isoDate),
  },
  'GET /v1/delivery/check-remote-island': {
    summary: '離島か',
    auth: 'none',
    while_closed: true,
    query: z.object({ postal_code: postalCode }),
    response: RemoteIsland,
  },
} as const satisfies Endpoints
