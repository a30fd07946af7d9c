import type { Subscription } from '@kushi/contract/subscription'
import { FormProvider, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { quietApi } from '../../../api.ts'
import { useSaving } from '../../../forms/use-saving.ts'
import { toast } from '../../../state/toast.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ShippingFeeNotice } from '../../purchase/shipping-fee-notice.tsx'
import { feeChangeOf } from '../confirm/fee-change.ts'
import { handOver } from '../confirm/load-confirmation.ts'
import { AddressSection } from './address-section.tsx'
import { DatesSection } from './dates-section.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { EditBar } from './edit-bar.tsx'
import { linesOf } from './item-change.ts'
import { ItemsSection } from './items-section.tsx'
import { NotesSection } from './notes-section.tsx'
import { PatternPart } from './pattern-part.tsx'
import { pathOf, subscriptionFailures } from './subscription-failures.ts'
import type { SubscriptionFields } from './subscription-fields.ts'
import { isNothing, toUpdate } from './to-update.ts'
import type { Choices } from './use-choices.ts'
import { useDates } from './use-dates.ts'
import { useDraftedFields } from './use-drafted-fields.ts'
import { usePreview } from './use-preview.ts'
import { useShownFailures } from './use-shown-failures.ts'

interface EditorProps {
  subscription: Subscription
  choices: Choices
}

/** The form itself. Nothing is saved here: it leads to the confirmation, and is kept until that is done. */
export function Editor({ subscription, choices }: EditorProps) {
  const navigate = useNavigate()
  const { id } = subscription
  const drafted = useDraftedFields(
    subscription,
    choices.notes.map(({ label }) => label),
  )
  const { form } = drafted
  const fields = { ...form.getValues(), ...useWatch({ control: form.control }) } as SubscriptionFields
  const lines = linesOf(subscription, fields.items)
  const update = toUpdate(subscription, fields, choices.addresses)
  const isUnchanged = isNothing(update)
  const isWhole = subscriptionFailures(fields, lines).length === 0
  const preview = usePreview(subscription, isWhole && !isUnchanged ? update : null, form)
  // What the payment refuses has no field here: it is changed beside the subscription, not in it.
  const unplaced = preview.error?.fields.find(({ path }) => pathOf(path, fields) === '')?.message
  const dates = useDates(subscription, update, fields)
  useShownFailures(form)

  const { submit, isPending, problem } = useSaving(form, {
    pathOf: (path) => pathOf(path, form.getValues()),
    save: async (values) => {
      const body = toUpdate(subscription, values, choices.addresses)
      if (isNothing(body)) return toast('変更された項目がありません', 'info')
      const shown = await quietApi('POST /v1/order/subscription/{id}/preview', { params: { id }, body })
      handOver({ id, update: body, preview: shown })
      await navigate(`/mypage/subscriptions/${id}/confirm`)
    },
  })
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-10" aria-label="定期便の内容の変更">
        <DraftNotice {...drafted} onStartOver={drafted.startOver} />
        <DatesSection dates={dates} times={choices.times} />
        <PatternPart choices={choices.pattern} dates={dates} days={subscription.param1} />
        <ItemsSection subscription={subscription} lines={lines} priced={preview.data?.after} />
        <AddressSection subscription={subscription} addresses={choices.addresses} />
        <ShippingFeeNotice change={(preview.data && feeChangeOf(preview.data)) ?? null} />
        <NotesSection notes={choices.notes} />
        {(problem ?? unplaced) && (
          <Notice tone="danger" role="alert">
            {problem ?? unplaced}
          </Notice>
        )}
        <EditBar
          before={subscription.payment_total}
          after={isUnchanged ? subscription.payment_total : preview.error ? null : preview.data?.after.payment_total}
          isAsking={preview.isLoading}
          isUnchanged={isUnchanged && isWhole}
          isPending={isPending}
        />
      </form>
    </FormProvider>
  )
}
