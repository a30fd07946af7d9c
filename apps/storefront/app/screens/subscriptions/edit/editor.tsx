import type { DeliveryOffer, Subscription } from '@kushi/contract/subscription'
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { failuresOf } from '../../../form/codec.ts'
import { useShownFailures } from '../../../form/errors.ts'
import { Form } from '../../../form/form.tsx'
import {
  hasNoChanges,
  type SubscriptionFields,
  subscriptionForm,
  updateFieldOf,
  writeUpdate,
} from '../../../form/subscription.ts'
import { itemsWith } from '../../../form/subscription-items.ts'
import { useSaving } from '../../../form/use-saving.ts'
import { ShippingFeeNotice } from '../../../parts/shipping-fee-notice.tsx'
import { toast } from '../../../state/toast.ts'
import { Notice } from '../../../ui/notice.tsx'
import { feeChangeOf } from '../confirm/fee-change.ts'
import { handOverPreview } from '../confirm/load-confirmation.ts'
import type { Choices } from '../detail/load-subscription.ts'
import { AddressSection } from './address-section.tsx'
import { DatesSection } from './dates-section.tsx'
import { DeliverySection } from './delivery-section.tsx'
import { EditBar } from './edit-bar.tsx'
import { ItemsSection } from './items-section.tsx'
import { PatternPart } from './pattern-part.tsx'
import { shownDates } from './shown-dates.ts'
import { useDraftedFields } from './use-drafted-fields.ts'
import { daysOf, usePreview } from './use-preview.ts'

interface EditorProps {
  subscription: Subscription
  choices: Choices
  /** 配送方法 that are possible for the next delivery without changes. */
  deliveries: readonly DeliveryOffer[]
  /** The loaded days are from before the last change. */
  isOutdated: boolean
}

/** The form for all changes of a subscription. It saves only a draft, and leads to the confirmation. */
export function Editor({ subscription, choices, deliveries: standingDeliveries, isOutdated }: EditorProps) {
  const navigate = useNavigate()
  const { id } = subscription
  const context = { subscription, addresses: choices.addresses }
  const codec = subscriptionForm(context)
  const drafted = useDraftedFields(
    subscription,
    choices.notes.map(({ label }) => label),
    codec,
  )
  const { form } = drafted
  const fields = { ...form.getValues(), ...useWatch({ control: form.control }) } as SubscriptionFields
  const items = itemsWith(subscription, fields.items)
  const update = writeUpdate(fields, context)
  const isUnchanged = hasNoChanges(update)
  const isValid = failuresOf(codec, fields).length === 0
  const preview = usePreview({ subscription, update, isValid, form })
  // An error about the payment has no field here, because the payment is changed in a dialog outside this form.
  const formProblem = preview.refusal?.fields.find(({ path }) => updateFieldOf(path, fields) === '')?.message
  const dates = shownDates({
    subscription,
    update,
    pattern: fields.pattern,
    days: isOutdated ? null : choices.days,
    preview: preview.dated,
  })
  const deliveries = (preview.priced ?? preview.dated)?.deliveries ?? standingDeliveries
  const method = methodOf(deliveries, [fields.delivery_id, preview.priced?.after.delivery_id, subscription.delivery_id])
  const areDatesSpoken = useIsDateLastChanged(update)
  useShownFailures(form)

  const { submit, isPending, problem } = useSaving(form, {
    pathOf: (path) => updateFieldOf(path, form.getValues()),
    save: async (body) => {
      if (hasNoChanges(body)) return toast('変更された項目がありません', 'info')
      handOverPreview({ id, update: body, preview: await preview.confirm(body) })
      await navigate(`/mypage/subscriptions/${id}/confirm`)
    },
  })
  return (
    <Form form={form} onSubmit={(event) => void submit(event)} label="定期便の内容の変更">
      <DraftNotice {...drafted} onStartOver={drafted.startOver} />
      <DatesSection subscription={subscription} dates={dates} method={method} onRetry={preview.retry} />
      <PatternPart choices={choices.pattern} dates={dates} days={subscription.param1} announcesDates={areDatesSpoken} />
      <ItemsSection subscription={subscription} items={items} previewed={preview.priced?.after} />
      <AddressSection subscription={subscription} addresses={choices.addresses} />
      <ShippingFeeNotice change={preview.priced ? feeChangeOf(preview.priced) : null} />
      <DeliverySection
        subscription={subscription}
        deliveries={deliveries}
        method={method}
        notes={choices.notes}
        hasOtherGoods={update.items !== undefined}
      />
      {(problem ?? formProblem) && (
        <Notice tone="danger" role="alert">
          {problem ?? formProblem}
        </Notice>
      )}
      <EditBar
        before={subscription.payment_total}
        after={isUnchanged ? subscription.payment_total : preview.priced?.after.payment_total}
        isAsking={preview.isAsking}
        isUnchanged={isUnchanged && isValid}
        isPending={isPending}
        isAnnounced={!areDatesSpoken}
      />
    </Form>
  )
}

/** Whether the last change was one of the dates or of the interval: then the dates speak, otherwise the price does. */
function useIsDateLastChanged(update: ReturnType<typeof writeUpdate>): boolean {
  const serialized = JSON.stringify(update)
  const days = JSON.stringify(daysOf(update))
  const last = useRef({ whole: serialized, days, areDates: false })
  if (last.current.whole !== serialized)
    last.current = { whole: serialized, days, areDates: last.current.days !== days }
  return last.current.areDates
}

/** The first possible method of: chosen, computed by the server for the items, current. */
const methodOf = (deliveries: readonly DeliveryOffer[], ids: readonly (string | number | undefined)[]) =>
  ids.map((id) => deliveries.find((one) => String(one.id) === String(id))).find((found) => found !== undefined)

interface DraftNoticeProps {
  isRestored: boolean
  isOutdated: boolean
  onStartOver: () => void
}

/** States that the form has a restored draft, and whether the subscription has changed since. */
const DraftNotice = ({ isRestored, isOutdated, onStartOver }: DraftNoticeProps) =>
  isRestored && (
    <Notice
      role="status"
      {...(isOutdated && { tone: 'warning' as const, title: 'この定期便の内容が、途中で変わりました' })}
    >
      <p>
        {isOutdated
          ? '変更の続きは、いまの内容に重ねて表示しています。確認画面で、変更前と変更後をご確認ください。'
          : '変更の続きから始めています。まだ確定していません。'}
      </p>
      <button type="button" className="text-link min-h-tap" onClick={onStartOver}>
        変更をやめて、いまの内容に戻す
      </button>
    </Notice>
  )
