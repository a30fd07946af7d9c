import { ACCOUNT_VARIABLES } from '@kushi/values/shop-account'

/** A value as its own people may see it again: of a number its end, of a choice its name, of anything else that it is there. */
export function maskValue(name: string, value: string | undefined): string | null {
  if (value === undefined) return null
  const { choices, is_number } = ACCOUNT_VARIABLES[name] ?? {}
  const chosen = choices?.find((one) => one.value === value)
  if (chosen) return chosen.name
  return is_number && value.length >= 6 ? `••••${value.slice(-3)}` : '••••••••'
}
