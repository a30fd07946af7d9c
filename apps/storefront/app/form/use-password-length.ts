import { DEFAULT_PASSWORD_LENGTH_RANGE, type PasswordLength } from '@kushi/values/password'
import { useShop } from '../shell/use-shell.ts'

/** The length of new passwords in this shop. */
export const usePasswordLength = (): PasswordLength => useShop() ?? DEFAULT_PASSWORD_LENGTH_RANGE
