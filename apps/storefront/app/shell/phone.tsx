import { formatPhone } from '@kushi/values/phone'
import { useShop } from './use-shell.ts'

/** A customer's phone number, with hyphens by the shop's setting. */
export const Phone = ({ number }: { number: string }) => (
  <span className="numeric whitespace-nowrap">{formatPhone(number, useShop()?.phone_display ?? '4-3-rest')}</span>
)
