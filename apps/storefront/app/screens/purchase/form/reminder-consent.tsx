import { useFormContext, useWatch } from 'react-hook-form'
import type { CartEntry } from '../../../state/cart-items.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import type { PurchaseForm } from './purchase-form.ts'
import { useReminder } from './use-reminder.ts'

interface ReminderConsentProps {
  email: string
  items: readonly CartEntry[]
}

/** 特定電子メール法: nothing is kept of a guest before they say yes here. */
export function ReminderConsent({ email, items }: ReminderConsentProps) {
  const { register, control } = useFormContext<PurchaseForm>()
  useReminder({ email, items, isConsented: useWatch({ control, name: 'reminder' }) })
  return (
    <CheckboxField
      {...register('reminder')}
      label="お手続きが途中になったとき、カートの商品をメールで知らせてもらう"
      hint="お知らせは多くて3回です。メールのリンクから、いつでも停止できます。"
    />
  )
}
