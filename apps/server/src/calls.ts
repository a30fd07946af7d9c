import * as bankRefund from '@kushi/shop/accounting/bank-refund/calls'
import * as journal from '@kushi/shop/accounting/journal/calls'
import * as ledger from '@kushi/shop/accounting/ledger/calls'
import * as settlement from '@kushi/shop/accounting/settlement/calls'
import * as delivery from '@kushi/shop/catalogue/delivery/calls'
import * as point from '@kushi/shop/catalogue/point/calls'
import * as product from '@kushi/shop/catalogue/product/calls'
import * as promise from '@kushi/shop/catalogue/promise/calls'
import * as promotion from '@kushi/shop/catalogue/promotion/calls'
import type { CallHandlers } from '@kushi/shop/context'
import type { AdminCallHandlers } from '@kushi/shop/foundation/admin/context'
import * as audit from '@kushi/shop/foundation/audit/calls'
import * as extension from '@kushi/shop/foundation/extension/calls'
import * as picture from '@kushi/shop/foundation/picture/calls'
import * as postcode from '@kushi/shop/foundation/postcode/calls'
import * as setting from '@kushi/shop/foundation/setting/calls'
import * as conversion from '@kushi/shop/growth/conversion/calls'
import * as report from '@kushi/shop/growth/report/calls'
import * as webhook from '@kushi/shop/messaging/webhook/calls'
import * as bulk from '@kushi/shop/operation/bulk/calls'
import * as configuration from '@kushi/shop/operation/configuration/calls'
import * as membership from '@kushi/shop/operation/membership/calls'
import * as moveIn from '@kushi/shop/operation/move-in/calls'
import * as schedule from '@kushi/shop/operation/schedule/calls'
import * as today from '@kushi/shop/operation/today/calls'
import * as acting from '@kushi/shop/people/acting/calls'
import * as correspondence from '@kushi/shop/people/correspondence/calls'
import * as customer from '@kushi/shop/people/customer/calls'
import * as inquiry from '@kushi/shop/people/inquiry/calls'
import * as line from '@kushi/shop/people/line/calls'
import * as operator from '@kushi/shop/people/operator/calls'
import * as passkey from '@kushi/shop/people/passkey/calls'
import * as person from '@kushi/shop/people/person/calls'
import * as session from '@kushi/shop/people/session/calls'
import * as cart from '@kushi/shop/sales/cart/calls'
import * as checkout from '@kushi/shop/sales/checkout/calls'
import * as document from '@kushi/shop/sales/document/calls'
import * as experiment from '@kushi/shop/sales/experiment/calls'
import * as fulfilment from '@kushi/shop/sales/fulfilment/calls'
import * as offer from '@kushi/shop/sales/offer/calls'
import * as order from '@kushi/shop/sales/order/calls'
import * as payment from '@kushi/shop/sales/payment/calls'
import * as refund from '@kushi/shop/sales/refund/calls'
import * as subscription from '@kushi/shop/sales/subscription/calls'

/** Every call of customers except `init`, which is bound by its headers; a call without a handler does not compile. */
export const callBindings = {
  ...postcode.calls,
  ...setting.calls,
  ...session.calls,
  ...passkey.calls,
  ...line.calls,
  ...customer.calls,
  ...acting.calls,
  ...inquiry.calls,
  ...delivery.calls,
  ...point.calls,
  ...product.calls,
  ...promise.calls,
  ...experiment.calls,
  ...payment.calls,
  ...cart.calls,
  ...offer.calls,
  ...order.calls,
  ...document.calls,
  ...checkout.calls,
  ...fulfilment.calls,
  ...subscription.calls,
  ...bankRefund.calls,
  ...conversion.calls,
  ...report.calls,
  ...membership.calls,
} satisfies Omit<CallHandlers, 'GET /v1/common/init'>

/** Every call of operators; a call without a handler does not compile. */
export const adminCallBindings = {
  ...postcode.adminCalls,
  ...audit.adminCalls,
  ...picture.adminCalls,
  ...extension.adminCalls,
  ...webhook.adminCalls,
  ...conversion.adminCalls,
  ...line.adminCalls,
  ...operator.adminCalls,
  ...person.adminCalls,
  ...customer.adminCalls,
  ...correspondence.adminCalls,
  ...acting.adminCalls,
  ...inquiry.adminCalls,
  ...point.adminCalls,
  ...product.adminCalls,
  ...promotion.adminCalls,
  ...payment.adminCalls,
  ...order.adminCalls,
  ...document.adminCalls,
  ...checkout.adminCalls,
  ...fulfilment.adminCalls,
  ...refund.adminCalls,
  ...experiment.adminCalls,
  ...subscription.adminCalls,
  ...ledger.adminCalls,
  ...settlement.adminCalls,
  ...journal.adminCalls,
  ...bankRefund.adminCalls,
  ...report.adminCalls,
  ...moveIn.adminCalls,
  ...bulk.adminCalls,
  ...membership.adminCalls,
  ...schedule.adminCalls,
  ...configuration.adminCalls,
  ...today.adminCalls,
} satisfies AdminCallHandlers
