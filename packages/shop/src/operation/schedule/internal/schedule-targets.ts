import type { ScheduleKind } from '@kushi/values/schedule'
import type { ScheduleTarget } from './kinds/kind.ts'
import { price, tax_rate, visibility } from './kinds/product.ts'
import { promotionChange } from './kinds/promotion.ts'
import { closing, delivery_fee, free_amount, shopContent } from './kinds/shop.ts'

/** Returns a kind by name. `before` and `after` of a row have the types of its kind. */
export const scheduleTarget = (name: ScheduleKind): ScheduleTarget<object, object> =>
  ({
    price,
    tax_rate,
    visibility,
    content: shopContent,
    promotion: promotionChange,
    delivery_fee,
    free_amount,
    closing,
  })[name] as unknown as ScheduleTarget<object, object>
