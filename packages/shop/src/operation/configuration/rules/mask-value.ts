import { ACCOUNT_VARIABLES } from '@kushi/values/shop-account'

/**
 * A value as the shop's operators may see it: the last characters of a number, the name of a choice; for others only
 * that it is set.
 */
export function maskValue(name: string, value: string | undefined): string | null {
  if (value === undefined) return null
  const { choices, is_number } = ACCOUNT_VARIABLES[name] ?? {}
  const chosen = choices?.find((one) => one.value === value)
  if (chosen) return chosen.name
  return is_number && value.length >= 6 ? `••••${value.slice(-3)}` : '••••••••'
}
