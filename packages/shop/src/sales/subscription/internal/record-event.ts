import type { SubscriptionChange } from '@kushi/contract/subscription'
import { insertRows } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { subscription_event } from '@kushi/db/schema/subscription'
import type { CancelOffer } from '@kushi/values/cancel-offer'
import { releaseEndedContractUses } from '../../../catalogue/promotion/index.ts'
import type { Context } from '../../../context.ts'
import { publishEvents } from '../../../messaging/webhook/index.ts'
import { type SubscriptionEventName, webhookEventOf } from '../rules/event-text.ts'
import { isEndPauseOrSkipEvent, updateEndPauseSkipColumns } from './end-pause-skip-columns.ts'
import { releaseGiftsOfEnded } from './reserve-gifts.ts'

export interface EventDetail {
  /** The subscription's version after the event. */
  version?: number
  changes?: SubscriptionChange[]
  /** The delivery that was announced. */
  cycle?: number
  order_no?: string
  failure?: string
  /** 解約, 休止 or お休みの理由: its id in the shop's list, and its words on that day. */
  reason?: number
  reason_label?: string
  /** The replaced card and the new one: `card_seq`. */
  from?: number
  to?: number
  /** The text agreed to when a provider began to send the bills. */
  third_party_consent?: string
  /** The operator who heard the consent from the member. */
  consent_heard_by?: string
  detail?: string
  /** The offers shown beside the 解約の理由. */
  offered?: CancelOffer[]
  /** The change is an offer that was taken instead of 解約. */
  instead_of?: { reason: number; reason_label: string; offered: CancelOffer[]; taken: CancelOffer }
  /** The shop's reason for ending it. */
  ended_for?: string
}

/** An event of a subscription. */
export interface EventToRecord {
  row: { shop_id: number; id: number }
  event: SubscriptionEventName
  detail?: EventDetail
}

/** 履歴: writes one event, in the transaction of the change. */
export const recordEvent = (
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  row: EventToRecord['row'],
  event: SubscriptionEventName,
  detail: EventDetail = {},
): Promise<void> => recordEvents(tx, ctx, row.shop_id, [{ row, event, detail }])

/** 履歴: writes events of many subscriptions of one shop, in their order, in the transaction of the changes. */
export async function recordEvents(
  tx: Tx,
  { clock, actor }: Pick<Context, 'clock' | 'actor'>,
  shop_id: number,
  all: readonly EventToRecord[],
): Promise<void> {
  const created_at = clock.now()
  const rows = all.map(({ row, event, detail = {} }) => ({
    shop_id,
    subscription_id: row.id,
    event,
    detail,
    ...actor,
    created_at,
  }))
  await insertRows(tx, subscription_event, rows)
  await updateEndPauseSkipColumns(
    tx,
    shop_id,
    all.flatMap(({ row, event, detail }) => (isEndPauseOrSkipEvent(event) || detail?.instead_of ? [row.id] : [])),
  )
  const over = all.filter(({ event }) => event === 'cancelled' || event === 'ended' || event === 'finished')
  await releaseEndedContractUses(
    tx,
    { clock },
    shop_id,
    over.map(({ row }) => row.id),
  )
  await releaseGiftsOfEnded(
    tx,
    shop_id,
    over.map(({ row }) => row.id),
  )
  const announcements = all.flatMap(({ row, event: what }) => {
    const event = webhookEventOf(what)
    return event ? [{ event, data: { subscription_id: row.id, what } }] : []
  })
  await publishEvents(tx, { shop_id, at: created_at }, announcements)
}
