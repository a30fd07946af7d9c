import { useFormContext, useWatch } from 'react-hook-form'
import type { PurchaseFields } from '../../../form/purchase.ts'
import { emailOf } from '../../../form/writing.ts'
import type { CartEntry } from '../../../state/cart-items.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import { useReminder } from './use-reminder.ts'

/** 特定電子メール法: nothing is kept of a guest before they say yes here. */
export function ReminderConsent({ items }: { items: readonly CartEntry[] }) {
  const { register, control } = useFormContext<PurchaseFields>()
  const [email, again, isConsented] = useWatch({ control, name: ['member.email', 'member.email_confirm', 'reminder'] })
  // Half an address may be another person's: it is taken once it was typed twice.
  const isSure = emailOf(email) === emailOf(again)
  useReminder({ email: isSure ? emailOf(email) : '', items, isConsented })
  return (
    <CheckboxField
      {...register('reminder')}
      label="お手続きが途中になったとき、カートの商品をメールで知らせてもらう"
      hint="お知らせは多くて3回です。メールのリンクから、いつでも停止できます。"
    />
  )
}
