import { japanDayStartSql } from '@kushi/db/japan-day'
import { conversion_delivery } from '@kushi/db/schema/conversion'
import { orders } from '@kushi/db/schema/order'
import { and, desc, eq, gte, lt } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { countedEventsSql } from '../internal/counted-events.ts'
import { findConversionDestination } from '../internal/find-destination.ts'

const PAGE = 50

export const listConversionEvents: AdminHandler<'GET /admin/v1/setting/conversions/{id}/events'> = async (
  { db, shop_id },
  { id, before, state, from },
) => {
  await findConversionDestination(db, { shop_id, id })
  const theirs = and(eq(conversion_delivery.shop_id, shop_id), eq(conversion_delivery.destination_id, id))
  const rows = await db
    .select({ event: conversion_delivery, order_no: orders.order_no })
    .from(conversion_delivery)
    .innerJoin(orders, and(eq(orders.shop_id, shop_id), eq(orders.id, conversion_delivery.order_id)))
    .where(
      and(
        theirs,
        before === undefined ? undefined : lt(conversion_delivery.id, before),
        state && countedEventsSql[state],
        from === undefined ? undefined : gte(conversion_delivery.occurred_at, japanDayStartSql(from)),
      ),
    )
    .orderBy(desc(conversion_delivery.id))
    .limit(PAGE + 1)
  const items = rows.slice(0, PAGE).map(({ event, order_no }) => ({
    ...event,
    order_no,
    occurred_at: event.occurred_at.toISOString(),
    next_attempt_at: event.conversion_state === 'waiting' ? event.next_attempt_at.toISOString() : null,
    done_at: event.done_at?.toISOString() ?? null,
  }))
  return { items, next: rows.length > PAGE ? items.at(-1)!.id : null }
}
