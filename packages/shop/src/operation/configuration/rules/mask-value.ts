import { PROVIDER_ACCOUNT_VARIABLES } from '@kushi/values/shop-account'

/**
 * Masks a value of a provider account for operators. Shows the name of a choice and the last three digits of a long
 * number; otherwise only dots. null: the value is not set.
 */
export function maskAccountValue(name: string, value: string | undefined): string | null {
  if (value === undefined) return null
  const { choices, is_number } = PROVIDER_ACCOUNT_VARIABLES[name] ?? {}
  const chosen = choices?.find((one) => one.value === value)
  if (chosen) return chosen.name
  return is_number && value.length >= 6 ? `••••${value.slice(-3)}` : '••••••••'
}
