import { emailField } from '@kushi/contract/form/member'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { bareApi } from '../../../api.ts'
import type { PurchaseFields } from '../../../form/purchase.ts'
import { normalizeEmail } from '../../../form/writing.ts'
import { adCodes } from '../../../state/ad-codes.ts'
import type { CartEntry, CartType } from '../../../state/cart.ts'
import { newKey } from '../../../state/new-key.ts'
import { browserStorage, readJson, writeJson } from '../../../state/storage.ts'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'

/** 特定電子メール法: no data of a guest are stored before consent. */
export function ReminderConsent({ items }: { items: readonly CartEntry[] }) {
  const { register, control } = useFormContext<PurchaseFields>()
  const [email, confirmedEmail, isConsented] = useWatch({
    control,
    name: ['member.email', 'member.email_confirm', 'reminder'],
  })
  // An incomplete address may belong to another person, so both inputs must match first.
  const isConfirmed = normalizeEmail(email) === normalizeEmail(confirmedEmail)
  useReminder({ email: isConfirmed ? normalizeEmail(email) : '', items, isConsented })
  return (
    <CheckboxField
      {...register('reminder')}
      label="お手続きが途中になったとき、カートの商品をメールで知らせてもらう"
      hint="お知らせは多くて3回です。メールのリンクから、いつでも停止できます。"
    />
  )
}

const KEY = 'kushi.reminder'
const DELAY_MS = 800

interface UseReminder {
  email: string
  items: readonly CartEntry[]
  isConsented: boolean
}

/**
 * Sends address and cart to the server while the guest consents, and withdraws them when the guest revokes the consent.
 */
function useReminder({ email, items, isConsented }: UseReminder): void {
  const pieces = JSON.stringify(
    items.map(({ id, quantity, subscription }) => ({ product_sku_id: id, quantity, subscription })),
  )
  useEffect(() => {
    const storage = browserStorage()
    const known = readJson(storage, KEY)
    if (!isConsented && typeof known !== 'string') return
    if (!emailField.safeParse(email).success) return
    const timer = setTimeout(() => {
      const tracking_id = typeof known === 'string' ? known : newKey()
      writeJson(storage, KEY, isConsented ? tracking_id : null)
      const sent: { product_sku_id: number; quantity: number; subscription: CartType }[] = JSON.parse(pieces)
      const body = {
        tracking_id,
        email,
        is_consented: isConsented,
        items: sent,
        cart_type_id: sent[0]?.subscription ?? 0,
        ...adCodes(storage, Date.now()),
      }
      // The purchase does not wait for this call, and continues if it fails.
      bareApi('POST /v1/cart-abandonments/set_abandonment_setting', { body }).catch(() => {})
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [email, pieces, isConsented])
}
