import type { Delivery } from '@kushi/contract/delivery'
import { AddressForm } from '@kushi/contract/form/address'
import { formatWithWeekday } from '@kushi/values/date-format'
import { useFormContext, useWatch } from 'react-hook-form'
import { quietApi } from '../../../api.ts'
import { type Buyer, type PurchaseFields, writeOrder } from '../../../form/purchase.ts'
import type { CartEntry } from '../../../state/cart-items.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { Icon } from '../../../ui/icon.tsx'
import { deliverySteps } from '../delivery-steps.ts'

export interface PatternPreviewProps {
  deliveries: readonly Delivery[]
  items: readonly CartEntry[]
  buyer: Buyer
}

/** The first three days of delivery, as the shop reckons them from what is entered so far. */
export function PatternPreview({ deliveries, items, buyer }: PatternPreviewProps) {
  const { control, getValues } = useFormContext<PurchaseFields>()
  const form = { ...getValues(), ...useWatch({ control }) } as PurchaseFields
  // The payment has no say in the dates: until one is chosen, any will do.
  const order = writeOrder({ ...form, payment: form.payment || '1' }, { kind: 'periodic', deliveries, items, buyer })
  const draft = AddressForm.safeParse(order?.shipping_address).success ? order : null
  const { data, error } = useAnswer(
    draft && JSON.stringify(draft),
    (signal) => quietApi('POST /v1/order/validates-data', { body: draft! }, { signal }),
    { delay: 500 },
  )
  const isShown = draft !== null && data && !error
  return (
    <div aria-live="polite" className="rounded-base bg-leaf-tint p-4 text-sm">
      {isShown ? (
        <ol className="grid gap-1">
          {deliverySteps(data).map(({ label, date }) => (
            <li key={label} className="flex gap-3">
              <span className="w-20 shrink-0 text-muted">{label}</span>
              <span className="numeric font-medium">{formatWithWeekday(date)}</span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="flex items-start gap-2">
          <span className="mt-0.5 text-leaf">
            <Icon name="repeat" />
          </span>
          お届け先と周期を入力すると、1回目から3回目までのお届け予定日を表示します。
        </p>
      )}
    </div>
  )
}
