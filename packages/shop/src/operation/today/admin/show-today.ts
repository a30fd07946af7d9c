import type { Permission } from '@kushi/contract/admin/permission'
import { loadSettlementTasks } from '../../../accounting/settlement/index.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { countConversionTasks } from '../../../growth/conversion/index.ts'
import { countOrdersNotDue, listStoppedOrders, loadShippingDesk } from '../../../sales/fulfilment/index.ts'
import { listDueIncidentReports } from '../../membership/index.ts'
import { loadClosedPagesWithAdVisits } from '../internal/adverts.ts'
import { loadSignInAttacks } from '../internal/attacks.ts'
import { loadScheduledChanges } from '../internal/changes.ts'
import { findContradictingTexts } from '../internal/contradicting-texts.ts'
import { countLowStock, countOrders, countUnsentMessages, countWaitingInquiries } from '../internal/counts.ts'
import { countSubscriptionFailures } from '../internal/failures.ts'
import { loadSalesByHourAndDay } from '../internal/money.ts'
import { countWaitingPayments } from '../internal/payments.ts'

/** 今日: everything to be done now, in one response. Skips the queries for data that the operator may not see. */
export const showToday: AdminHandler<'GET /admin/v1/today'> = async (ctx) => {
  const may = <T>(permission: Permission, look: (ctx: OperatorContext) => Promise<T>): Promise<T | null> =>
    ctx.operator.permissions.includes(permission) ? look(ctx) : Promise.resolve(null)
  const [
    shipping,
    payments,
    books,
    orders,
    subscriptions,
    messages,
    inquiries,
    stock,
    changes,
    incidents,
    attacks,
    promises,
    adverts,
    conversions,
    money,
  ] = await Promise.all([
    may('shipment.read', lookAtShipping),
    may('order.read', countWaitingPayments),
    may('accounting.write', loadSettlementTasks),
    may('order.read', countOrders),
    may('subscription.read', countSubscriptionFailures),
    may('message.read', countUnsentMessages),
    may('inquiry.read', countWaitingInquiries),
    may('catalogue.read', countLowStock),
    may('setting.read', loadScheduledChanges),
    may('customer.read', (reader) => listDueIncidentReports(reader, SHOWN)),
    may('customer.read', loadSignInAttacks),
    may('content.read', findContradictingTexts),
    may('content.read', loadClosedPagesWithAdVisits),
    may('account.manage', countConversionTasks),
    may('report.read', loadSalesByHourAndDay),
  ])
  return {
    today: ctx.clock.today(),
    shipping,
    payments,
    books,
    orders,
    subscriptions,
    messages,
    inquiries,
    stock,
    changes,
    incidents,
    attacks,
    promises,
    adverts,
    conversions,
    money,
  }
}

/** As many as an operator handles before breakfast; the desk's lists show the others. */
const SHOWN = 5

async function lookAtShipping(ctx: OperatorContext) {
  const desk = await loadShippingDesk(ctx)
  return {
    ...desk.counts,
    stopped_orders: listStoppedOrders(ctx, desk, SHOWN),
    later: await countOrdersNotDue(ctx, desk),
    pickup_time: desk.terms.setting?.pickup_time ?? null,
  }
}
