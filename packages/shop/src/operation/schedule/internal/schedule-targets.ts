import type { ScheduleKind } from '@kushi/values/schedule'
import type { ScheduleTarget } from './kinds/kind.ts'
import { priceScheduleTarget, taxRateScheduleTarget, visibilityScheduleTarget } from './kinds/product.ts'
import { promotionScheduleTarget } from './kinds/promotion.ts'
import {
  contentScheduleTarget,
  deliveryFeeScheduleTarget,
  freeAmountScheduleTarget,
  holidayScheduleTarget,
} from './kinds/shop.ts'

/** Returns the target of a kind of scheduled change. `before` and `after` of a row have the types of its kind. */
export const scheduleTarget = (name: ScheduleKind): ScheduleTarget<object, object> =>
  ({
    price: priceScheduleTarget,
    tax_rate: taxRateScheduleTarget,
    visibility: visibilityScheduleTarget,
    content: contentScheduleTarget,
    promotion: promotionScheduleTarget,
    delivery_fee: deliveryFeeScheduleTarget,
    free_amount: freeAmountScheduleTarget,
    closing: holidayScheduleTarget,
  })[name] as unknown as ScheduleTarget<object, object>
