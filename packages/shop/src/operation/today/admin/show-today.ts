import type { Permission } from '@kushi/contract/admin/permission'
import { settlementToday } from '../../../accounting/settlement/index.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { countLater, loadDesk, stoppedOrders } from '../../../sales/fulfilment/index.ts'
import { dueIncidentReports } from '../../membership/index.ts'
import { advertsOnClosedPages } from '../internal/adverts.ts'
import { loadChanges } from '../internal/changes.ts'
import { countInquiries, countMessages, countOrders, countStock } from '../internal/counts.ts'
import { countFailures } from '../internal/failures.ts'
import { loadMoney } from '../internal/money.ts'
import { countPayments } from '../internal/payments.ts'
import { checkPromises } from '../internal/promises.ts'

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
    promises,
    adverts,
    money,
  ] = await Promise.all([
    may('shipment.read', lookAtShipping),
    may('order.read', countPayments),
    may('accounting.write', settlementToday),
    may('order.read', countOrders),
    may('subscription.read', countFailures),
    may('message.read', countMessages),
    may('inquiry.read', countInquiries),
    may('catalogue.read', countStock),
    may('setting.read', loadChanges),
    may('customer.read', (reader) => dueIncidentReports(reader, SHOWN)),
    may('content.read', checkPromises),
    may('content.read', advertsOnClosedPages),
    may('report.read', loadMoney),
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
    promises,
    adverts,
    money,
  }
}

/** As many as an operator handles before breakfast; the desk's lists show the others. */
const SHOWN = 5

async function lookAtShipping(ctx: OperatorContext) {
  const desk = await loadDesk(ctx)
  return {
    ...desk.counts,
    stopped_orders: stoppedOrders(ctx, desk, SHOWN),
    later: await countLater(ctx, desk),
    pickup_time: desk.terms.setting?.pickup_time ?? null,
  }
}
