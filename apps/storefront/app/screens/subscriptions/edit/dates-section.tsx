import type { DeliveryOffer, Subscription } from '@kushi/contract/subscription'
import { addDays } from '@kushi/values/calendar-date'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import { useFormContext } from 'react-hook-form'
import { FormSection } from '../../../form/form.tsx'
import type { SubscriptionFields } from '../../../form/subscription.ts'
import { useFields } from '../../../form/use-fields.ts'
import { Notice } from '../../../ui/notice.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { DateField } from './date-field.tsx'
import type { ShownDates } from './shown-dates.ts'

interface DatesSectionProps {
  subscription: Pick<Subscription, 'next_delivery_date' | 'next_next_delivery_date'>
  dates: ShownDates
  /** Delivery method of the next delivery. */
  method: DeliveryOffer | undefined
  /** Set if the following days could not be loaded. */
  onRetry: (() => void) | undefined
}

/** Empty until the server has said the day for a date that is not saved. */
const deadlineText = ({ deadline }: ShownDates) =>
  deadline ? `次回のお届けは、${formatShortDateWithWeekday(deadline)}まで変更できます。` : ''

/** Hint before saving: a long pattern goes beyond the selectable days. */
function nextNextHint({ next, nextNext, isMoved }: ShownDates): string | undefined {
  const { max_ahead_days } = SUBSCRIPTION_DATE_LIMIT
  if (nextNext !== null && nextNext > addDays(next, max_ahead_days))
    return `お届け周期に合わせた日です。ご自身で選び直せるのは、次回から${max_ahead_days}日以内の日です。`
  return isMoved ? 'お届け周期に合わせた日です。ほかの日も選べます。' : undefined
}

/** 次回・次々回のお届け日 and お届け時間帯. */
export function DatesSection({ subscription, dates, method, onRetry }: DatesSectionProps) {
  const { setValue } = useFormContext<SubscriptionFields>()
  const { field, errorOf } = useFields<SubscriptionFields>()
  const { next, nextNext } = dates
  return (
    <FormSection id="dates" title="お届け日" lead={deadlineText(dates)}>
      <DateField
        label="次回のお届け日"
        value={next}
        saved={subscription.next_delivery_date}
        days={dates.items}
        error={errorOf('next_delivery_date')}
        onChoose={(date) => {
          setValue('next_delivery_date', date)
          // The 次々回 date follows the pattern again until the member chooses one.
          setValue('next_next_delivery_date', '')
        }}
      />
      <DateField
        label="次々回のお届け日"
        value={nextNext}
        saved={subscription.next_next_delivery_date}
        days={dates.nextNextItems}
        error={errorOf('next_next_delivery_date')}
        hint={nextNextHint(dates)}
        onRetry={onRetry}
        onChoose={(date) => setValue('next_next_delivery_date', date)}
      />
      {method?.mail_delivery_flag ? (
        <Notice>
          {method.delivery_name}は、お届け日を目安にポストへお届けします。お届け時間帯の指定はできません。
        </Notice>
      ) : (
        <SelectField
          {...field('delivery_time_id')}
          label="お届け時間帯"
          required={false}
          options={(method?.times ?? []).map(({ id, delivery_time }) => ({ value: String(id), label: delivery_time }))}
          placeholder="指定なし"
        />
      )}
    </FormSection>
  )
}
